import { expect, it } from "vitest";
import type { Entry } from "../api.ts";
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
  const entry = { ...row, description: "Renamed", originalDescription: "Coffee" } as Entry;
  expect(knownRows([row, row, { ...row, amount: "-3.30" }], [entry])).toEqual([true, false, false]);
});
