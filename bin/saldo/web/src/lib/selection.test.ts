import { expect, it } from "vitest";
import type { Entry } from "../api.ts";
import { splitAmong, stillThere, without } from "./selection.ts";

const entry = (id: string, parts = 0) => ({ id, splits: Array.from({ length: parts }, () => ({})) }) as Entry;

it("drops deleted transactions", () => {
  expect(without(new Set(["a", "b"]), "a")).toEqual(new Set(["b"]));
  expect(without("all", "a")).toBe("all");
});

it("keeps listed transactions if the complete list is loaded", () => {
  const chosen = new Set(["a", "b"]);
  const entries = [entry("a")];
  expect(stillThere(chosen, { entries, isWhole: true })).toEqual(new Set(["a"]));
  expect(stillThere(chosen, { entries, isWhole: false })).toBe(chosen);
  expect(stillThere("all", { entries, isWhole: true })).toBe("all");
});

it("counts split transactions", () => {
  const entries = [entry("a", 2), entry("b"), entry("c", 3)];
  expect(splitAmong("all", entries)).toBe(2);
  expect(splitAmong(new Set(["a", "b"]), entries)).toBe(1);
});
