/**
 * The shell of the pages without a network: the last page that was served and the hashed files it needs.
 * Answers of the API are kept by the pages themselves (src/lib/offline.ts), which delete them at sign-out.
 * Files that another app shares are kept until the page has asked the user about them.
 */
const SHELL = "saldo-shell";
/** As in src/lib/shared-files.ts. */
const SHARED = "saldo-shared";
const SHARE = "/share";
const SHARED_FILES_MAX = 20;
const PAGE = "/";
/** Files without a hash that every page needs. */
const UNHASHED = ["/appearance.js", "/icon.svg"];

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
  if (request.method === "POST" && url.origin === self.location.origin && url.pathname === SHARE) {
    event.respondWith(share(request));
    return;
  }
  if (request.method !== "GET" || url.origin !== self.location.origin || url.pathname.startsWith("/api/")) {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(fresh(request));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(kept(request));
  } else if (UNHASHED.includes(url.pathname)) {
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

/**
 * Keeps files that another app shared, and opens the page that asks about them. A page of another site can send
 * files here too, so nothing is uploaded before the user agrees.
 */
async function share(request) {
  const files = (await request.formData()).getAll("files").filter((file) => file instanceof File && file.size > 0);
  await caches.delete(SHARED);
  const cache = await caches.open(SHARED);
  for (const [index, file] of files.slice(0, SHARED_FILES_MAX).entries()) {
    const headers = {
      "content-type": file.type || "application/octet-stream",
      "x-file-name": encodeURIComponent(file.name),
      "x-shared-at": String(Date.now()),
    };
    await cache.put(`${SHARE}/${index}`, new Response(file, { headers }));
  }
  return Response.redirect("/statements", 303);
}
