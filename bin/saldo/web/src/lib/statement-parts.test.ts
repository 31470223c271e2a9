import { describe, expect, it } from "vitest";
import type { Transaction, StatementAccount } from "../api.ts";
import { accountCount, transactionsOfParts, wholePeriod } from "./statement-parts.ts";

const part = (accountId: string, periodStart: string | null, periodEnd: string | null) =>
  ({ accountId, periodStart, periodEnd }) as StatementAccount;
const transaction = (id: string, accountId: string, date: string) => ({ id, accountId, date }) as Transaction;
const ids = (parts: Transaction[][]) => parts.map((transactions) => transactions.map(({ id }) => id));

const JANUARY = part("a", "2026-01-01", "2026-01-31");
const FEBRUARY = part("a", "2026-01-31", "2026-02-28");

describe("the transactions of a statement", () => {
  it("belong to its only account, whichever account they were imported into", () => {
    expect(ids(transactionsOfParts([JANUARY], [transaction("1", "other", "2025-01-01")]))).toEqual([["1"]]);
  });

  it("belong to their account if there are several", () => {
    const parts = [part("a", null, null), part("b", null, null)];
    const transactions = [transaction("1", "b", "2026-01-01"), transaction("2", "a", "2026-01-02")];
    expect(ids(transactionsOfParts(parts, transactions))).toEqual([["2"], ["1"]]);
  });

  it("belong to exactly one month if an account has several", () => {
    const transactions = [
      transaction("1", "a", "2025-12-30"),
      transaction("2", "a", "2026-01-31"),
      transaction("3", "a", "2026-02-01"),
      transaction("4", "a", "2026-03-01"),
    ];
    expect(ids(transactionsOfParts([JANUARY, FEBRUARY], transactions))).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  it("continue the previous row's month on a day that two months share", () => {
    const newestFirst = [
      transaction("1", "a", "2026-02-02"),
      transaction("2", "a", "2026-01-31"),
      transaction("3", "a", "2026-01-30"),
    ];
    expect(ids(transactionsOfParts([FEBRUARY, JANUARY], newestFirst))).toEqual([["1", "2"], ["3"]]);
  });
});

it("months of one account count as one account with all their days", () => {
  expect(accountCount([JANUARY, FEBRUARY])).toBe(1);
  expect(wholePeriod([FEBRUARY, JANUARY])).toEqual({ from: "2026-01-01", to: "2026-02-28" });
  expect(wholePeriod([JANUARY, part("a", null, null)])).toBeNull();
  expect(wholePeriod([])).toBeNull();
});
