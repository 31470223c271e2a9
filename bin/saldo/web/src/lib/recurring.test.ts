import { describe, expect, it } from "vitest";
import type { Recurring } from "../api-reports.ts";
import { CATALOGS, type Language } from "../strings/index.ts";
import { arrange, considered, expectedOf, formatExpected, seriesPath, totalsOf } from "./recurring.ts";

function series(description: string, amount: string, more: Partial<Recurring> = {}): Recurring {
  return {
    accountId: "a",
    merchant: description.toLowerCase(),
    description,
    direction: amount.startsWith("-") ? "out" : "in",
    rhythm: "monthly",
    amount,
    currency: "EUR",
    fixed: true,
    next: "2026-04-01",
    active: true,
    decision: null,
    expected: ["2026-04-01"],
    priceChanges: [],
    first: "2026-01-01",
    last: "2026-03-01",
    entries: ["1", "2", "3"],
    converted: null,
    ...more,
  };
}

const films = series("Films", "-9.99", { next: "2026-04-20", expected: ["2026-04-20"] });
const rent = series("Rent", "-800.00", { decision: "confirmed" });
const power = series("Power", "-71.20", { fixed: false });
const salary = series("Salary", "2500.00", { next: "2026-04-28", expected: ["2026-04-28"] });
const gym = series("Gym", "-25.00", { active: false, next: "2026-01-01", expected: [] });
const older = series("Choir", "-5.00", { active: false, next: "2025-01-01", expected: [] });
const shop = series("Shop", "-12.00", { decision: "ignored", expected: [] });
const all = [films, salary, rent, gym, older, power, shop];

describe("recurring payments", () => {
  it("are arranged in groups, apart from ended and ignored ones", () => {
    expect(arrange(all)).toEqual({
      groups: [
        { group: "fixed", shown: [rent, films] },
        { group: "varying", shown: [power] },
        { group: "income", shown: [salary] },
      ],
      ended: [gym, older],
      ignored: [shop],
    });
    expect(arrange([shop]).groups).toEqual([]);
  });

  it("are considered unless they are ignored", () => {
    expect(considered(all)).not.toContain(shop);
    expect(considered(all)).toHaveLength(all.length - 1);
  });

  it("are expected by date, with totals for each currency", () => {
    const tea = series("Tea", "-4", { currency: "GBP", expected: ["2026-04-05", "2026-04-12"] });
    const expected = expectedOf([...all, tea]);
    expect(expected.map(({ date, series: { description } }) => `${date} ${description}`)).toEqual([
      "2026-04-01 Rent",
      "2026-04-01 Power",
      "2026-04-05 Tea",
      "2026-04-12 Tea",
      "2026-04-20 Films",
      "2026-04-28 Salary",
    ]);
    expect(totalsOf(expected)).toEqual([
      { currency: "EUR", direction: "out", amount: "-881.19" },
      { currency: "EUR", direction: "in", amount: "2500.00" },
      { currency: "GBP", direction: "out", amount: "-8" },
    ]);
    expect(totalsOf([])).toEqual([]);
  });

  it("have an amount that a word calls estimated if it varies, in every language", async () => {
    expect([formatExpected(rent), formatExpected(power)]).toEqual(["-€800.00", "about -€71.20"]);
    for (const language of Object.keys(CATALOGS) as Language[]) {
      const { overview } = await CATALOGS[language]();
      expect(overview.about("-€71.20"), language).toMatch(/^\p{L}[\p{L} ]+ -€71\.20$/u);
    }
  });

  it("open exactly their transactions", () => {
    expect(seriesPath(rent)).toBe("/transactions?ids=1%2C2%2C3");
    const weekly = series("Market", "-30", { entries: Array.from({ length: 157 }, (_, id) => `${id}`) });
    expect(seriesPath(weekly)).toBe(
      "/transactions?account=a&merchant=market&currency=EUR&direction=out&from=2026-01-01&to=2026-03-01",
    );
  });
});
