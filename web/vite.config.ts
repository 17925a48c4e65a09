import { readdirSync, readFileSync } from 'node:fs';
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

/** third-party.txt: the notices of what others made and the page has inside; THIRD-PARTY.md sums them up. */
const notices: Plugin = {
    name: 'notices',
    generateBundle(_options, bundle) {
        const folders = new Set(['node_modules/@fontsource/im-fell-english']); // src/fonts was cut from it
        for (const file of Object.values(bundle))
            for (const id of file.type === 'chunk' ? file.moduleIds : []) {
                const inside = /node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(id);
                if (inside) folders.add(inside[0]);
            }
        const source = [...folders].sort().map(folder => {
            const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
            const text = readdirSync(folder).find(f => /^licen[cs]e/i.test(f));
            if (!text) throw new Error(`${name} has no license`);
            return `== ${name} ${version} (${license})\n\n${readFileSync(`${folder}/${text}`, 'utf8').trim()}\n`;
        }).join('\n');
        this.emitFile({ type: 'asset', fileName: 'third-party.txt', source });
    },
};

// Few files: what opens the connection, the page, one for each game's folder, what is looked at later.
const later = /\/src\/(pages\/(Result|Chart|Learn)|table\/(RulesPanel|Guide))\.tsx$/;
const first = /^\0|index\.html$|\/src\/wire\.ts$/, game = /\/src\/games\/\w+\//;
export default defineConfig({
    plugins: [preload, notices],
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
    json: { stringify: true },
    build: {
        target: 'es2020', assetsInlineLimit: 0, modulePreload: false, cssCodeSplit: false,
        rollupOptions: {
            output: {
                manualChunks: id => (first.test(id) ? 'wire' : game.test(id) ? undefined : later.test(id) ? 'later' : 'page'),
            },
        },
    },
    server: { proxy: { '/api': { target: musket }, '/ws': { target: musket.replace('http', 'ws'), ws: true } } },
});
