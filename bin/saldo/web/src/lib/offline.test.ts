import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearOffline, fetchOrKept, keepSession, keyOf, keptSession } from "./offline.ts";

/** A cache of the browser, in memory. */
class MemoryCache {
  readonly #answers = new Map<string, string>();

  put = async (key: string, response: Response) => void this.#answers.set(key, await response.text());
  delete = async (key: { url: string } | string) => this.#answers.delete(typeof key === "string" ? key : key.url);
  keys = async () => [...this.#answers.keys()].map((url) => ({ url }));
  match = async (key: string) => {
    const text = this.#answers.get(key);
    return text === undefined ? undefined : new Response(text, { headers: { "x-stored-at": "2026-03-01" } });
  };
}

let stored: Map<string, MemoryCache>;

/** Sets the answer of the server; an error is a lost connection. */
function serve(answer: Response | Error): void {
  vi.stubGlobal("fetch", async () => {
    if (answer instanceof Error) throw answer;
    return answer.clone();
  });
}

const LOST = new TypeError("Failed to fetch");

const request = (path = "/api/accounts") => new Request(`http://saldo${path}`);

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("caches", {
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => {
      const cache = stored.get(name) ?? new MemoryCache();
      stored.set(name, cache);
      return cache;
    },
  });
  vi.stubGlobal("localStorage", { getItem: () => null });
});
afterEach(async () => {
  await clearOffline();
  vi.unstubAllGlobals();
});

describe("the key of an answer", () => {
  it("has the books and the body of a query, and changes have none", async () => {
    expect(await keyOf(request(), null)).toBe("http://saldo/api/accounts");
    expect(await keyOf(request("/api/transactions?text=tea"), "b1")).toBe(
      "http://saldo/api/transactions?text=tea&books=b1",
    );
    const post = (path: string) => new Request(`http://saldo${path}`, { method: "POST", body: '{"query":1}' });
    expect(await keyOf(post("/api/query"), null)).toContain("body=%7B%22query%22%3A1%7D");
    expect(await keyOf(post("/api/accounts"), null)).toBeNull();
    expect(await keyOf(request("/api/jobs/1"), null)).toBeNull();
  });
});

describe("an answer", () => {
  it("is returned again without a network, in the same books only", async () => {
    serve(Response.json({ items: [1] }));
    await fetchOrKept(request(), "b1");
    await vi.waitFor(() => expect(stored.size).toBe(1));
    serve(LOST);
    await vi.waitFor(async () => expect(await (await fetchOrKept(request(), "b1")).json()).toEqual({ items: [1] }));
    await expect(fetchOrKept(request(), null)).rejects.toThrow(LOST);
  });

  it("is deleted once the server refuses it", async () => {
    serve(Response.json({ items: [1] }));
    await fetchOrKept(request(), null);
    await vi.waitFor(async () => expect(await stored.get("saldo-answers")?.keys()).toHaveLength(1));
    serve(Response.json({ error: "Not found" }, { status: 404 }));
    expect((await fetchOrKept(request(), null)).status).toBe(404);
    await vi.waitFor(async () => expect(await stored.get("saldo-answers")?.keys()).toEqual([]));
  });

  it("that arrives after everything was deleted is not kept", async () => {
    let arrive: (response: Response) => void = () => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (arrive = resolve)));
    const coming = fetchOrKept(request(), null);
    await vi.waitFor(() => expect(arrive.length).toBe(1));
    await clearOffline();
    arrive(Response.json({ items: [1] }));
    await coming;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(stored.size).toBe(0);
  });
});

describe("a session", () => {
  const session = (id: string, expiresAt: string) =>
    Response.json({ session: { token: "secret", expiresAt }, user: { id } });

  it("is kept without its token until it expires", async () => {
    await keepSession(session("ann", "2999-01-01T00:00:00Z"));
    const kept = await (await keptSession())?.text();
    expect(kept).toContain("ann");
    expect(kept).not.toContain("secret");
    await keepSession(session("ann", "2020-01-01T00:00:00Z"));
    expect(await keptSession()).toBeNull();
    expect(stored.size).toBe(0);
  });

  it("of another user, or none, deletes what was kept; a failure of the server does not", async () => {
    await keepSession(session("ann", "2999-01-01T00:00:00Z"));
    await (await caches.open("saldo-answers")).put("http://saldo/api/accounts", Response.json([1]));
    await keepSession(new Response("", { status: 502 }));
    expect(await stored.get("saldo-answers")?.keys()).toHaveLength(2);
    await keepSession(session("bob", "2999-01-01T00:00:00Z"));
    expect(await stored.get("saldo-answers")?.keys()).toHaveLength(1);
    await keepSession(Response.json(null));
    expect(stored.size).toBe(0);
  });
});
