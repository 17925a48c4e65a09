import { defineConfig } from 'vite';

const musket = process.env.MUSKET_URL ?? 'http://127.0.0.1:1776';

// Everything of the first load lies in few files; a game's folder is a chunk of its own.
export default defineConfig({
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
    build: { target: 'es2020', assetsInlineLimit: 0, modulePreload: { polyfill: false }, cssCodeSplit: false },
    server: { proxy: { '/api': { target: musket }, '/ws': { target: musket.replace('http', 'ws'), ws: true } } },
});
