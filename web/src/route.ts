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

/** The page to register on, which leads back here: also after it was loaded again. */
export const registerHere = () => `#/account?back=${encodeURIComponent(location.hash || '#/')}`;

/** Back to the page of ours that was open before this one. */
export function goBack(): void {
    const named = route.value.query.get('back');
    go(named?.startsWith('#/') ? named : before);
}

export const go = (hash: string) => { location.hash = hash; };
