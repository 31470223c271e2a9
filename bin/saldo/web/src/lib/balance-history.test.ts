import { expect, it, vi } from "vitest";
import type { NetWorth } from "../api-reports.ts";
import { balanceHistory, periodOf } from "./balance-history.ts";

const item = (date: string, ...amounts: [string, string][]): NetWorth["items"][number] => ({
  date,
  accounts: amounts.map(([accountId, amount]) => ({ accountId, amount, currency: "EUR" })),
  sums: [],
  converted: null,
});

const REPORT: NetWorth = {
  unknownAccounts: [],
  possiblyCountedTwice: [],
  items: [
    item("2025-12-31", ["other", "5.00"]),
    item("2026-01-31", ["giro", "100.00"], ["other", "5.00"]),
    item("2026-02-28", ["giro", "80.00"]),
    item("2026-03-31", ["giro", "80.00"]),
  ],
};

const known = (date: string, byHand = false) => ({ id: "giro", balance: { amount: "80.00", date }, byHand });

it("has the balances of one account, and ends with the latest known one", () => {
  expect(balanceHistory(REPORT, known("2026-02-20"))).toEqual([
    { month: "2026-01", date: "2026-01-31", amount: "100.00" },
    { month: "2026-02", date: "2026-02-28", amount: "80.00", knownUntil: "2026-02-20" },
  ]);
  expect(balanceHistory(REPORT, { ...known("2026-02-20"), id: "unknown" })).toEqual([]);
});

it("is as long as chosen, and that of a manual account lasts until today", () => {
  vi.useFakeTimers({ now: new Date("2026-03-15T12:00:00") });
  expect(periodOf(known("2026-02-20"), "year")).toEqual({ from: "2025-03-01", to: "2026-02-28" });
  expect(periodOf(known("2026-02-20"), "all")).toEqual({ to: "2026-02-28" });
  expect(periodOf(known("2026-02-20", true), "threeYears")).toEqual({ from: "2023-04-01", to: "2026-03-31" });
  expect(balanceHistory(REPORT, known("2026-02-20", true)).at(-1)).toEqual({
    month: "2026-03",
    date: "2026-03-31",
    amount: "80.00",
    knownUntil: "2026-03-15",
  });
  vi.useRealTimers();
});
