import { expect, it } from "vitest";
import type { Transaction } from "../api.ts";
import { splitAmong, stillThere, without } from "./selection.ts";

const transaction = (id: string, splits = 0) =>
  ({ id, splits: Array.from({ length: splits }, () => ({})) }) as Transaction;

it("drops deleted transactions", () => {
  expect(without(new Set(["a", "b"]), "a")).toEqual(new Set(["b"]));
  expect(without("all", "a")).toBe("all");
});

it("keeps listed transactions if the complete list is loaded", () => {
  const chosen = new Set(["a", "b"]);
  const transactions = [transaction("a")];
  expect(stillThere(chosen, { transactions, isWhole: true })).toEqual(new Set(["a"]));
  expect(stillThere(chosen, { transactions, isWhole: false })).toBe(chosen);
  expect(stillThere("all", { transactions, isWhole: true })).toBe("all");
});

it("counts split transactions", () => {
  const transactions = [transaction("a", 2), transaction("b"), transaction("c", 3)];
  expect(splitAmong("all", transactions)).toBe(2);
  expect(splitAmong(new Set(["a", "b"]), transactions)).toBe(1);
});
