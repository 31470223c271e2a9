import { afterEach, expect, it, vi } from "vitest";
import { reach } from "./reach.ts";

afterEach(() => vi.unstubAllGlobals());

it("returns the status 0 without a network", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const answer = await reach("/api/auth/sign-in");
  expect([answer.ok, answer.status]).toEqual([false, 0]);
});

it("passes on an abort", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new DOMException("Stopped", "AbortError")));
  await expect(reach("/api/auth/get-session", { signal: AbortSignal.abort() })).rejects.toThrow("Stopped");
});
