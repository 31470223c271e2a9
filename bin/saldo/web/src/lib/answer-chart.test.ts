import { describe, expect, it } from "vitest";
import { readBars } from "./answer-chart.ts";

const eur = (amount: string) => ({ amount, currency: "EUR" });

describe("an answer of the advisor", () => {
  it("becomes bars as long as their amounts", () => {
    const output = {
      filter: { direction: "out" },
      rows: [
        { group: "Rent", amount: eur("1180.00") },
        { group: null, amount: eur("295.00") },
      ],
    };
    expect(readBars("spending", output, "No category")).toEqual([
      { label: "Rent", figure: "€1,180.00", share: 100, path: null },
      { label: "No category", figure: "€295.00", share: 25, path: null },
    ]);
  });

  it("sorts months and links them to their transactions", () => {
    const output = {
      filter: { direction: "out" },
      rows: [
        { group: "2026-02", amount: eur("20.00"), transactions: { from: "2026-02-01", to: "2026-02-28" } },
        { group: "2026-01", amount: eur("10.00") },
      ],
    };
    const bars = readBars("spending", output, "");
    expect(bars?.map((bar) => bar.label)).toEqual(["January 2026", "February 2026"]);
    expect(bars?.[1]?.path).toBe("/transactions?from=2026-02-01&to=2026-02-28");
  });

  it("stays text if nothing can be compared", () => {
    const one = { filter: {}, rows: [{ group: "Rent", amount: eur("1.00") }] };
    const mixed = {
      filter: {},
      rows: [
        { group: "Rent", amount: eur("2.00") },
        { group: "Rent", amount: { amount: "1.00", currency: "USD" } },
      ],
    };
    expect(readBars("spending", one, "")).toBeNull();
    expect(readBars("spending", mixed, "")).toBeNull();
    expect(readBars("balances", mixed, "")).toBeNull();
    expect(readBars("spending", { error: "no" }, "")).toBeNull();
  });
});
