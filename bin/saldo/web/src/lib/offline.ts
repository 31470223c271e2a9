/**
 * Reading without a network: the latest answers of the server are kept in a cache of this browser and used if
 * the server cannot be reached. They are deleted at sign-out, for another user, and when the user turns it
 * off. The service worker keeps the files of the pages.
 */
import { useSyncExternalStore } from "react";

const ANSWERS = "saldo-answers";
const OFF_KEY = "saldo.offline";
const STORED_AT = "x-stored-at";
const SESSION = "/api/auth/get-session";

/** Limits of what a browser keeps: the number of answers, and the characters of one. */
const ANSWERS_MAX = 200;
const CHARACTERS_MAX = 2_000_000;

/** Reads with a body. All other requests that are no `GET` change something. */
const QUERIES: ReadonlySet<string> = new Set(["/api/query"]);

/** Answers that are worth nothing later, or that are too large. The session is kept in its own way. */
const PASSING = /^\/api\/(auth|jobs|export|my-data)\b/;

/** The time of the oldest kept answer that is shown; `null` while the server can be reached. */
let shownSince: string | null = null;

/** Grows when everything is deleted, so that an answer which arrives later is not kept. */
let generation = 0;

/** The user whose answers are kept, once known. */
let owner: string | null = null;

const listeners = new Set<() => void>();

function show(since: string | null): void {
  if (since !== shownSince) {
    shownSince = since;
    listeners.forEach((listener) => listener());
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the time of the oldest answer that is shown without a network; `null` with one. */
export function useOfflineSince(): string | null {
  return useSyncExternalStore(subscribe, () => shownSince);
}

/** True if this browser can keep answers. Without HTTPS, browsers have no caches. */
export function canReadOffline(): boolean {
  return "caches" in globalThis;
}

/** True if answers are kept in this browser. */
export function readsOffline(): boolean {
  return canReadOffline() && localStorage.getItem(OFF_KEY) !== "off";
}

/** Returns whether answers are kept, and renders again when that changes. */
export function useReadsOffline(): boolean {
  return useSyncExternalStore(subscribe, readsOffline);
}

/** Turns the keeping of answers on or off. Turning it off deletes them. */
export async function readOffline(isOn: boolean): Promise<void> {
  if (isOn) {
    localStorage.removeItem(OFF_KEY);
  } else {
    localStorage.setItem(OFF_KEY, "off");
  }
  listeners.forEach((listener) => listener());
  if (!isOn) {
    await clearOffline();
  }
}

/** Deletes all kept answers. */
export async function clearOffline(): Promise<void> {
  generation += 1;
  owner = null;
  show(null);
  if (canReadOffline()) {
    await caches.delete(ANSWERS);
  }
}

/** Returns the key of an answer, of the open books and with the body of a query; `null` if it is not kept. */
export async function keyOf(request: Request, books: string | null): Promise<string | null> {
  const url = new URL(request.url);
  const isQuery = request.method === "POST" && QUERIES.has(url.pathname);
  if ((request.method !== "GET" && !isQuery) || PASSING.test(url.pathname)) {
    return null;
  }
  if (books !== null) {
    url.searchParams.set("books", books);
  }
  if (isQuery) {
    url.searchParams.set("body", await request.clone().text());
  }
  return url.href;
}

/** Fetches a route of the API. Without a network, returns the latest answer of a route that only reads. */
export async function fetchOrKept(request: Request, books: string | null): Promise<Response> {
  const key = readsOffline() ? await keyOf(request, books) : null;
  if (key === null) {
    return fetch(request);
  }
  const at = generation;
  try {
    const response = await fetch(request);
    show(null);
    if (response.ok && response.headers.get("content-type")?.startsWith("application/json")) {
      // What cannot be kept, because the disk is full, is missing offline and nowhere else.
      keep(key, response.clone(), at).catch(() => undefined);
    } else if (response.status >= 400 && response.status < 500) {
      // It was deleted, or the user may no longer read it.
      drop(key).catch(() => undefined);
    }
    return response;
  } catch (error) {
    const known = request.signal.aborted ? undefined : await find(key);
    if (!known) {
      throw error;
    }
    const stored = known.headers.get(STORED_AT) ?? "";
    show(shownSince === null || stored < shownSince ? stored : shownSince);
    return known;
  }
}

async function keep(key: string, response: Response, at: number): Promise<void> {
  const text = await response.text();
  if (text.length > CHARACTERS_MAX || at !== generation) {
    return;
  }
  const cache = await caches.open(ANSWERS);
  const headers = { "content-type": "application/json", [STORED_AT]: new Date().toISOString() };
  await cache.put(key, new Response(text, { headers }));
  if (at !== generation) {
    // Everything was deleted in the meantime.
    await caches.delete(ANSWERS);
    return;
  }
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - ANSWERS_MAX)).map((old) => cache.delete(old)));
}

async function find(key: string): Promise<Response | undefined> {
  const isThere = canReadOffline() && (await caches.has(ANSWERS));
  return isThere ? (await caches.open(ANSWERS)).match(key) : undefined;
}

async function drop(key: string): Promise<void> {
  if (await caches.has(ANSWERS)) {
    await (await caches.open(ANSWERS)).delete(key);
  }
}

/** The part of a session that is kept. The token that signs in is not. */
interface KeptSession {
  session: { expiresAt: string; token?: string };
  user: { id: string };
}

/** Returns true for the request of better-auth's client for the session. */
export function isSessionRequest(address: string, method: string): boolean {
  return method === "GET" && new URL(address, "http://saldo").pathname === SESSION;
}

/** Keeps a session, so that the pages open offline. No session or another user deletes everything. */
export async function keepSession(response: Response): Promise<void> {
  if (!response.ok) {
    return;
  }
  const session = (await response.json()) as KeptSession | null;
  const known = owner ?? ((await (await find(SESSION))?.json()) as KeptSession | undefined)?.user.id ?? null;
  if (known !== (session?.user.id ?? null)) {
    await clearOffline();
  }
  if (session && readsOffline()) {
    owner = session.user.id;
    const stored = { ...session, session: { ...session.session, token: "" } };
    await keep(SESSION, Response.json(stored), generation);
  }
}

/** Returns the kept session; `null` if there is none or it has expired. */
export async function keptSession(): Promise<Response | null> {
  const known = readsOffline() ? await find(SESSION) : undefined;
  const session = (await known?.clone().json()) as KeptSession | undefined;
  if (!known || !session) {
    return null;
  }
  if (Date.parse(session.session.expiresAt) <= Date.now()) {
    await clearOffline();
    return null;
  }
  return known;
}
