/**
 * Files that another app shared with the installed pages. The service worker keeps them in a cache of the
 * browser until the user decides about them, for one hour at most.
 */

/** As in public/service-worker.js. */
const SHARED = "saldo-shared";
const KEPT_MS = 60 * 60 * 1000;

/** Returns the shared files that wait for a decision. */
export async function sharedFiles(): Promise<File[]> {
  // Without HTTPS, browsers have no caches.
  if (!("caches" in globalThis) || !(await caches.has(SHARED))) {
    return [];
  }
  const cache = await caches.open(SHARED);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (!response || Date.now() - Number(response.headers.get("x-shared-at")) > KEPT_MS) {
      await cache.delete(request);
      continue;
    }
    const name = decodeURIComponent(response.headers.get("x-file-name") ?? "");
    files.push(new File([await response.blob()], name, { type: response.headers.get("content-type") ?? "" }));
  }
  return files;
}

/** Deletes the shared files from the browser. */
export async function clearSharedFiles(): Promise<void> {
  if ("caches" in globalThis) {
    await caches.delete(SHARED);
  }
}
