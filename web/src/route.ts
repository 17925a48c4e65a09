// Addresses inside the page: #/table/ID?secret=S&at=12
import { signal } from '@preact/signals';

export interface Route { path: string[]; query: URLSearchParams }

function read(): Route {
    const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
    return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query ?? '') };
}

export const route = signal<Route>(read());
let here = location.hash, before = '#/';
window.addEventListener('hashchange', () => {
    [before, here] = [here || '#/', location.hash];
    route.value = read();
});

/** Back to the page of ours that was open before this one. */
export const goBack = () => go(before);

export const go = (hash: string) => { location.hash = hash; };
