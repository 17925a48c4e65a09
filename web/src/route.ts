// Addresses inside the page: #/table/ID?secret=S&at=12
import { signal } from '@preact/signals';

export interface Route { path: string[]; query: URLSearchParams }

function read(): Route {
    const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
    return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query ?? '') };
}

export const route = signal<Route>(read());
window.addEventListener('hashchange', () => { route.value = read(); });

export const go = (hash: string) => { location.hash = hash; };
