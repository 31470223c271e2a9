import { describe, expect, it } from "vitest";
import type { Entry, StatementAccount } from "../api.ts";
import { accountCount, entriesOfParts, wholePeriod } from "./statement-parts.ts";

const part = (accountId: string, periodStart: string | null, periodEnd: string | null) =>
  ({ accountId, periodStart, periodEnd }) as StatementAccount;
const entry = (id: string, accountId: string, date: string) => ({ id, accountId, date }) as Entry;
const ids = (parts: Entry[][]) => parts.map((entries) => entries.map(({ id }) => id));

const JANUARY = part("a", "2026-01-01", "2026-01-31");
const FEBRUARY = part("a", "2026-01-31", "2026-02-28");

describe("the transactions of a statement", () => {
  it("belong to its only account, whichever account they were imported into", () => {
    expect(ids(entriesOfParts([JANUARY], [entry("1", "other", "2025-01-01")]))).toEqual([["1"]]);
  });

  it("belong to their account if there are several", () => {
    const parts = [part("a", null, null), part("b", null, null)];
    const entries = [entry("1", "b", "2026-01-01"), entry("2", "a", "2026-01-02")];
    expect(ids(entriesOfParts(parts, entries))).toEqual([["2"], ["1"]]);
  });

  it("belong to exactly one month if an account has several", () => {
    const entries = [
      entry("1", "a", "2025-12-30"),
      entry("2", "a", "2026-01-31"),
      entry("3", "a", "2026-02-01"),
      entry("4", "a", "2026-03-01"),
    ];
    expect(ids(entriesOfParts([JANUARY, FEBRUARY], entries))).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  it("continue the previous row's month on a day that two months share", () => {
    const newestFirst = [entry("1", "a", "2026-02-02"), entry("2", "a", "2026-01-31"), entry("3", "a", "2026-01-30")];
    expect(ids(entriesOfParts([FEBRUARY, JANUARY], newestFirst))).toEqual([["1", "2"], ["3"]]);
  });
});

it("months of one account count as one account with all their days", () => {
  expect(accountCount([JANUARY, FEBRUARY])).toBe(1);
  expect(wholePeriod([FEBRUARY, JANUARY])).toEqual({ from: "2026-01-01", to: "2026-02-28" });
  expect(wholePeriod([JANUARY, part("a", null, null)])).toBeNull();
  expect(wholePeriod([])).toBeNull();
});
