/**
 * The shell of the pages without a network: the last page that was served and the hashed files it needs. Nothing of the API is
 * ever kept.
 */
const SHELL = "saldo-shell";
const PAGE = "/";
const APPEARANCE = "/appearance.js";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.add(PAGE))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || url.pathname.startsWith("/api/")) {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(fresh(request));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(kept(request));
  } else if (url.pathname === APPEARANCE) {
    event.respondWith(latest(request));
  }
});

/** The page from the network, else the last one. A new page means new files: those of the one before are let go. */
async function fresh(request) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    if (response.ok && response.headers.get("content-type")?.startsWith("text/html")) {
      await keepPage(cache, response.clone());
    }
    return response;
  } catch (error) {
    const page = await cache.match(PAGE);
    if (page) {
      return page;
    }
    throw error;
  }
}

async function keepPage(cache, page) {
  const before = await cache.match(PAGE);
  if (before?.headers.get("etag") !== page.headers.get("etag")) {
    await Promise.all((await cache.keys()).map((request) => cache.delete(request)));
  }
  await cache.put(PAGE, page);
}

/** A file without a hash from the network, else its last copy. */
async function latest(request) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    if (response.ok) {
      await cache.put(request, response.clone());
    }
    return response;
  } catch (error) {
    const known = await cache.match(request);
    if (known) {
      return known;
    }
    throw error;
  }
}

/** A hashed file never changes: once is enough. */
async function kept(request) {
  const cache = await caches.open(SHELL);
  const known = await cache.match(request);
  if (known) {
    return known;
  }
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
  }
  return response;
}
