import { expect, it } from "vitest";
import type { Transaction } from "../api.ts";
import { knownRows } from "./known-rows.ts";

const row = {
  date: "2026-01-02",
  valueDate: null,
  description: "Coffee",
  amount: "-3.20",
  currency: "EUR",
  balance: null,
};

it("marks as many equal rows as there are transactions", () => {
  const transaction = { ...row, description: "Renamed", originalDescription: "Coffee" } as Transaction;
  expect(knownRows([row, row, { ...row, amount: "-3.30" }], [transaction])).toEqual([true, false, false]);
});
