import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const musket = process.env.MUSKET_URL ?? 'http://127.0.0.1:1776';

/** index.html names what the first picture needs, so that nothing is asked for one after the other; before
 * all the script that opens the connection: the rest can wait for that one, and takes its turn behind it. */
const preload: Plugin = {
    name: 'preload',
    transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle = {} }) => {
            const tags = Object.keys(bundle).flatMap((file): HtmlTagDescriptor[] => {
                const link = (attrs: Record<string, string>): HtmlTagDescriptor[] =>
                    [{ tag: 'link', injectTo: 'head', attrs: { href: `/${file}`, crossorigin: '', ...attrs } }];
                if (/\/page-[^/]*\.js$/.test(file)) return link({ rel: 'modulepreload' });
                return file.endsWith('.woff2') ? link({ rel: 'preload', as: 'font', type: 'font/woff2', fetchpriority: 'low' }) : [];
            });
            return { html: html.replace('<script async', '<script async fetchpriority="high"'), tags };
        },
    },
};

// Few files: what opens the connection, the page, one for each game's folder.
const first = /^\0|index\.html$|\/src\/wire\.ts$/, game = /\/src\/games\/\w+\//;
export default defineConfig({
    plugins: [preload],
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
    json: { stringify: true },
    build: {
        target: 'es2020', assetsInlineLimit: 0, modulePreload: false, cssCodeSplit: false,
        rollupOptions: {
            output: {
                manualChunks: id => (first.test(id) ? 'wire' : game.test(id) ? undefined : 'page'),
            },
        },
    },
    server: { proxy: { '/api': { target: musket }, '/ws': { target: musket.replace('http', 'ws'), ws: true } } },
});
