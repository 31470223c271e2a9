import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { booksHeaders, currentBooks, forgetBooks, inBooks, openBooks } from "./books.ts";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("location", { assign: vi.fn() });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it("requests and links name no books at first", () => {
  expect([currentBooks(), booksHeaders(), inBooks("/api/me/data")]).toEqual([null, {}, "/api/me/data"]);
});

it("requests and links name the books of the household that is open", () => {
  openBooks("b-1");
  expect(location.assign).toHaveBeenCalledWith("/");
  expect(booksHeaders()).toEqual({ "saldo-books": "b-1" });
  expect(inBooks("/api/me/data")).toBe("/api/me/data?books=b-1");
  expect(inBooks("/api/export?format=csv")).toBe("/api/export?format=csv&books=b-1");
  forgetBooks();
  expect(currentBooks()).toBe(null);
});
