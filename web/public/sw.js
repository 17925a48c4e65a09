// Word from the server while no page of ours is open, and the way to the table from it. It keeps nothing
// and answers no requests.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));

self.addEventListener('push', event => {
    let said = {};
    try { said = event.data.json(); } catch { /* nothing that we know */ }
    event.waitUntil(self.registration.showNotification(said.title ?? 'Musket', {
        body: said.body ?? 'Something has happened at a table of yours.', tag: said.table, icon: '/icon-192.png', badge: '/icon-mono.png',
        data: { table: said.table },
    }));
});

self.addEventListener('notificationclick', event => {
    event.notification.close();
    const table = event.notification.data?.table, hash = table ? `#/table/${table}` : '#/';
    event.waitUntil((async () => {
        const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
        const page = pages.find(p => p.url.includes(`table/${table}`)) ?? pages[0];
        if (!page) return self.clients.openWindow(`/${hash}`);
        page.postMessage({ go: hash });
        return page.focus();
    })());
});
