// The service worker: the site opens without a server. It keeps the page and everything the page may load; it never
// keeps answers of the API, because an old answer is worse than none. Saved games live in IndexedDB.
const CACHE = 'duiyi-site';
const EXTRAS = ['/icon.svg', '/manifest.json'];
const SLOW_MS = 4000;

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && !isServers(url)) event.respondWith(page(event));
  else if (url.pathname.startsWith('/assets/') || EXTRAS.includes(url.pathname))
    event.respondWith(kept(request));
});

/** Paths that the server answers itself. */
function isServers({ pathname }) {
  return ['/api/', '/docs', '/openapi.json', '/metrics', '/health'].some((start) =>
    pathname.startsWith(start),
  );
}

/** One page serves all addresses: the newest from the server, else the kept one. */
async function page(event) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(event.request, { signal: AbortSignal.timeout(SLOW_MS) });
    if (fresh.ok) event.waitUntil(renew(fresh.clone()));
    return fresh;
  } catch (error) {
    const old = await cache.match('/');
    if (old) return old;
    throw error;
  }
}

/** The names of assets hold their content: what is kept is right for ever. */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

/** Fills the cache anew when the server has another version of the page. */
async function renew(response) {
  const cache = await caches.open(CACHE);
  const old = await cache.match('/');
  const text = await response.text();
  if (!text.includes('/assets/') || (old && (await old.text()) === text)) return;
  await fill();
}

/** Keeps the page and all that it names, and what those name, until nothing new is found; the rest is dropped. */
async function fill() {
  const cache = await caches.open(CACHE);
  const wanted = ['/', ...EXTRAS];
  for (const path of wanted) {
    const known = path.startsWith('/assets/') ? await cache.match(path) : undefined;
    const response = known ?? (await fetch(path, { cache: 'no-cache' }));
    if (!response.ok) continue;
    if (!known) await cache.put(path, response.clone());
    for (const next of /\.(?:js|css)$|^\/$/.test(path) ? namedIn(await response.text()) : [])
      if (!wanted.includes(next)) wanted.push(next);
  }
  for (const request of await cache.keys())
    if (!wanted.includes(new URL(request.url).pathname)) await cache.delete(request);
}

/** The assets that a text names: in full in the page, beside itself in a script. */
function namedIn(text) {
  const names = text.matchAll(/["'`(](?:\/?assets\/|\.\/)([\w.-]+\.(?:js|css|svg|woff2))["'`)]/g);
  return [...names].map(([, name]) => `/assets/${name}`);
}
