// Keeps what the page is made of, so that it opens without the server and says so. Nothing that is told of a game is
// ever kept: whatever lies under /api goes to the server, and only there. pack.mjs writes the two lines below.
const SHELL = [];
const VERSION = "";

const KEPT = `threedown-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll([...SHELL, "/offline.html", "/offline.css", "/offline.js", "/mark.svg"]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("threedown-") && name !== KEPT);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/offline.html")));
  else if (url.pathname.startsWith("/assets/") || url.pathname.startsWith("/fonts/")) event.respondWith(kept(request));
  else event.respondWith(fetch(request).catch(() => caches.match(request).then((found) => found ?? Response.error())));
});

/** Files whose name says what is in them: once kept, always right. */
async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}

self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

/** Show that it is my move in a game, unless I am looking at it. One message a game: a later one takes its place. */
async function tell({ title, body, url, tag, waits }) {
  await navigator.setAppBadge?.(waits).catch(() => {});
  const open = await self.clients.matchAll({ type: "window" });
  if (open.some((client) => client.focused && new URL(client.url).pathname === url)) return;
  await self.registration.showNotification(title, { body, tag, icon: "/mark-192.png", data: { url } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(go(event.notification.data.url));
});

/** Go to a game: to the window that shows it, or to a new one. */
async function go(url) {
  const open = await self.clients.matchAll({ type: "window" });
  const there = open.find((client) => new URL(client.url).pathname === url);
  return there ? there.focus() : self.clients.openWindow(url);
}
