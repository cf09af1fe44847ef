/** A service worker: after a first visit the page works without a network. */
declare const FILES: string[];
declare const VERSION: string;
const scope = self as unknown as ServiceWorkerGlobalScope;

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => scope.skipWaiting()));
});
scope.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== VERSION));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => scope.clients.claim()));
});
scope.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request)));
});
