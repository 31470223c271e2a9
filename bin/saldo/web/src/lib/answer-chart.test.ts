import { describe, expect, it } from "vitest";
import { readBars, readChart } from "./answer-chart.ts";

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

  it("becomes columns if it has months, all of the latest three years", () => {
    const month = (index: number) => `${2022 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
    const rows = Array.from({ length: 40 }, (_, index) => ({ group: month(index), amount: eur(`${index}.00`) }));
    const chart = readChart("query", { rows }, "");
    expect([chart?.months?.length, chart?.months?.[0], chart?.months?.at(-1)]).toEqual([36, "2022-05", "2025-04"]);
    expect([chart?.amounts[0], chart?.currency]).toEqual(["4.00", "EUR"]);
    const merchants = rows.map(({ amount }, index) => ({ group: `Merchant ${index}`, amount }));
    expect(readChart("query", { rows: merchants }, "")).toMatchObject({ months: null, bars: { length: 40 } });
  });

  it("has the figures of the period before, on the scale of all", () => {
    const rows = [
      { group: "Rent", amount: eur("50.00"), before: { amount: eur("100.00"), transactions: { from: "2025-01-01" } } },
      { group: "Food", amount: eur("20.00"), before: null },
    ];
    const chart = readChart("query", { rows }, "");
    expect(chart?.before).toEqual(["100.00", null]);
    expect(chart?.bars).toEqual([
      {
        ...{ label: "Rent", figure: "€50.00", share: 50, path: null },
        before: { figure: "€100.00", share: 100, path: "/transactions?from=2025-01-01" },
      },
      { label: "Food", figure: "€20.00", share: 20, path: null },
    ]);
    expect(readChart("query", { rows: rows.map(({ group, amount }) => ({ group, amount })) }, "")?.before).toBeNull();
  });

  it("names days, weekdays and what has no tag in the user's language", () => {
    const labels = (groupBy: string, ...groups: (string | null)[]) => {
      const rows = groups.map((group) => ({ group, amount: eur("1.00") }));
      return readBars("query", { query: { groupBy }, rows }, "Uncategorized")?.map(({ label }) => label);
    };
    expect(labels("day", "2026-01-05", "2026-01-06")).toEqual(["Jan 5, 2026", "Jan 6, 2026"]);
    expect(labels("weekday", "Mon", "Sun")).toEqual(["Monday", "Sunday"]);
    expect(labels("tag", "work", null)).toEqual(["work", "Without tags"]);
    expect(labels("category", "work", null)).toEqual(["work", "Uncategorized"]);
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
