import { describe, expect, it } from "vitest";
import type { Transaction, StatementAccount } from "../api.ts";
import { breakAt, placeOf, runningBalances } from "./corrections.ts";

const account = { openingBalance: "100.00" } as StatementAccount;

function rows(...values: [string, string, string | null][]): Transaction[] {
  return values.map(([date, amount, balance]) => ({ date, amount, balance }) as Transaction);
}

describe("a broken row", () => {
  it("gets its correct amount from the surrounding balances", () => {
    const transactions = rows(["2026-02-01", "-10.00", "90.00"], ["2026-02-02", "-62.10", "38.30"]);
    expect(breakAt(account, transactions, 1)).toEqual({ printed: "38.30", reached: "27.90", amount: "-51.70" });
  });

  it("follows from the row below if the newest row comes first", () => {
    const transactions = rows(["2026-02-02", "-62.10", "38.30"], ["2026-02-01", "-10.00", "90.00"]);
    expect(breakAt(account, transactions, 0)).toEqual({ printed: "38.30", reached: "27.90", amount: "-51.70" });
    expect(breakAt(account, transactions, 1)).toBeNull();
  });

  it("is not reported if its balance follows or no earlier balance is printed", () => {
    expect(breakAt(account, rows(["2026-02-01", "-10.00", "90.00"]), 0)).toBeNull();
    expect(breakAt(account, rows(["2026-02-01", "1.00", null], ["2026-02-01", "1.00", "7.00"]), 1)).toBeNull();
  });
});

describe("the running balance", () => {
  it("is the printed one, and calculated if none is printed", () => {
    const transactions = rows(
      ["2026-02-01", "-10.00", null],
      ["2026-02-02", "5.00", "95.00"],
      ["2026-02-03", "0.50", null],
    );
    expect(runningBalances(account, transactions)).toEqual(["90.00", "95.00", "95.50"]);
  });

  it("is calculated from the row below if the newest row comes first", () => {
    const transactions = rows(
      ["2026-02-03", "0.50", null],
      ["2026-02-02", "5.00", "95.00"],
      ["2026-02-01", "-10.00", null],
    );
    expect(runningBalances(account, transactions)).toEqual(["95.50", "95.00", "90.00"]);
  });

  it("is not calculated if the rows are in no order or the opening balance is unknown", () => {
    const transactions = rows(
      ["2026-02-02", "5.00", null],
      ["2026-02-01", "-10.00", "7.00"],
      ["2026-02-03", "1.00", null],
    );
    expect(runningBalances(account, transactions)).toEqual([null, "7.00", null]);
    expect(runningBalances({ ...account, openingBalance: null }, rows(["2026-02-01", "1.00", null]))).toEqual([null]);
  });
});

describe("a missing row", () => {
  it("goes after the rows of its day, in either order of the statement", () => {
    const forward = rows(["2026-02-01", "1.00", null], ["2026-02-03", "2.00", null], ["2026-02-05", "3.00", null]);
    expect(placeOf("2026-02-03", forward)?.amount).toBe("3.00");
    expect(placeOf("2026-02-09", forward)).toBeUndefined();
    expect(placeOf("2026-02-03", forward.toReversed())?.amount).toBe("1.00");
  });
});
