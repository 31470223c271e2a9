import { describe, expect, it } from "vitest";
import type { Bucket, Flow, NetWorth, Spending } from "../api-reports.ts";
import {
  changesOf,
  comparedDays,
  costsIn,
  costsOf,
  flowSeries,
  knownPoints,
  usualView,
  viewsOf,
  worthSeries,
} from "./worth.ts";

const flow = (currency: string, spending: string): Flow => ({
  currency,
  income: "0.00",
  spending,
  net: null,
  entries: 1,
});

const row = (categoryId: string | null, parentId: string | null, ...flows: Flow[]): Spending => ({
  categoryId,
  parentId,
  name: categoryId,
  flows,
  converted: null,
});

const WORTH: NetWorth = {
  unknownAccounts: [],
  possiblyCountedTwice: [],
  items: [
    { date: "2025-12-31", accounts: [], sums: [], converted: { amount: "0.00", currency: "EUR", rates: [] } },
    {
      date: "2026-01-31",
      accounts: [],
      sums: [
        { amount: "100.00", currency: "EUR" },
        { amount: "50.00", currency: "USD" },
      ],
      converted: { amount: "145.00", currency: "EUR", rates: [] },
    },
  ],
};

it("never adds currencies, and converts them only if each point has a rate", () => {
  const views = viewsOf(WORTH, []);
  expect(views.map(({ currency, converted }) => `${currency} ${converted}`)).toEqual([
    "EUR true",
    "EUR false",
    "USD false",
  ]);
  expect(views.map((view) => worthSeries(WORTH, view).map(({ amount }) => amount))).toEqual([
    ["145.00"],
    ["100.00"],
    ["50.00"],
  ]);
  const [empty, last] = WORTH.items;
  const unknown = { ...WORTH, items: [empty, { ...last, converted: null }] } as NetWorth;
  expect(viewsOf(unknown, []).some(({ converted }) => converted)).toBe(false);
});

it("shows the currency that is used in the month, unless the main currency is", () => {
  const bucket = (key: string, ...flows: Flow[]) => ({ key, flows }) as unknown as Bucket;
  const views = ["AUD", "EUR", "USD"].map((currency) => ({ currency, converted: false }));
  const january = bucket("2026-01", { ...flow("AUD", "1.00"), entries: 9 });
  const february = bucket("2026-02", flow("EUR", "5.00"), { ...flow("USD", "2.00"), entries: 3 });
  const shown = (month: string, main: string | null) => usualView(views, [january, february], month, main)?.currency;
  expect(shown("2026-02", null)).toBe("USD");
  expect(shown("2026-02", "EUR")).toBe("EUR");
  expect(shown("2026-02", "AUD")).toBe("USD");
  expect(shown("2026-01", null)).toBe("AUD");
  // In a month without transactions, the main currency or the one of the year.
  expect(shown("2026-03", "EUR")).toBe("EUR");
  expect(shown("2026-03", null)).toBe("AUD");
  const all = [{ currency: "EUR", converted: true }, ...views];
  expect(usualView(all, [january, february], "2026-02", "EUR")?.converted).toBe(true);
  expect(usualView([], [], "2026-02", null)).toBeUndefined();
});

it("has zero cash flow in a month without the currency", () => {
  const bucket = {
    key: "2026-01",
    from: "2026-01-01",
    to: "2026-01-31",
    flows: [flow("EUR", "5.00")],
    converted: null,
    knownUntil: null,
    knownFrom: null,
  };
  expect(flowSeries([bucket], { currency: "USD", converted: false })[0]).toMatchObject({ income: "0", spending: "0" });
  expect(flowSeries([bucket], { currency: "EUR", converted: false })[0]?.spending).toBe("5.00");
});

it("compares an unfinished month with the same days of the previous month", () => {
  expect(comparedDays("2026-03", "2026-03-12")).toEqual({
    now: { from: "2026-03-01", to: "2026-03-12" },
    before: { from: "2026-02-01", to: "2026-02-12" },
  });
  expect(comparedDays("2026-03", "2026-03-30").before?.to).toBe("2026-02-28");
  expect(comparedDays("2026-03", null).before).toEqual({ from: "2026-02-01", to: "2026-02-28" });
});

it("compares a month of which no day is complete with nothing", () => {
  for (const knownUntil of ["2026-02-28", "2025-12-31"]) {
    expect(comparedDays("2026-03", knownUntil)).toEqual({
      now: { from: "2026-03-01", to: "2026-03-31" },
      before: null,
    });
  }
});

it("compares a month with nothing if the data begins within the previous month", () => {
  for (const knownUntil of [null, "2026-03-12"]) {
    expect(comparedDays("2026-03", knownUntil, "2026-02-20").before).toBeNull();
  }
});

it("orders costs as a tree, the highest first, without zeros", () => {
  const rows = [
    row("food", null, flow("EUR", "30.00")),
    row("home", null, flow("EUR", "900.00"), flow("USD", "1.00")),
    row("bakery", "food", flow("EUR", "10.00")),
    row("market", "food", flow("EUR", "20.00")),
    row("income", null, flow("EUR", "0.00")),
    row(null, null, flow("USD", "7.00")),
  ];
  const costs = costsOf(rows, "EUR");
  expect(costs.map(({ id, below }) => [id, below.map((cost) => cost.id)])).toEqual([
    ["home", []],
    ["food", ["market", "bakery"]],
  ]);
  expect(costsOf(rows, "USD").map(({ id }) => id)).toEqual([null, "home"]);
});

it("lists the largest change first, including new and vanished categories", () => {
  const cost = (id: string, amount: string) => ({ id, name: id, amount, below: [] });
  const changes = changesOf(
    [cost("food", "90.00"), cost("new", "5.00")],
    [cost("food", "100.00"), cost("gone", "7.50")],
  );
  expect(changes.map(({ id, difference }) => `${id} ${difference}`)).toEqual(["food -10.00", "gone -7.50", "new 5.00"]);
});

it("lists every currency's categories when totals are converted", () => {
  const views = [
    { currency: "USD", converted: true },
    { currency: "CHF", converted: false },
    { currency: "EUR", converted: false },
    { currency: "USD", converted: false },
  ];
  const rows = [row("food", null, flow("EUR", "5.00"), flow("USD", "7.00"))];
  const convertedCosts = (index: number) =>
    costsIn(rows, views[index]!, views).map(({ currency, costs }) => [currency, ...costs.map(({ amount }) => amount)]);
  expect(convertedCosts(0)).toEqual([
    ["EUR", "5.00"],
    ["USD", "7.00"],
  ]);
  expect(convertedCosts(3)).toEqual([["USD", "7.00"]]);
  expect(convertedCosts(1)).toEqual([["CHF"]]);
});

describe("the line of net worth", () => {
  const point = (month: string, date: string, amount: string) => ({ month, date, amount });
  const bucket = (key: string, knownUntil: string | null, ...flows: Flow[]): Bucket => ({
    ...{ key, from: `${key}-01`, to: `${key}-28`, flows, converted: null, knownUntil, knownFrom: null },
  });
  const account = (currency: string, date: string, byHand = false) => ({
    ...{ currency, byHand, balance: { amount: "1.00", date } },
  });
  const points = [
    point("2026-01", "2026-01-31", "100.00"),
    point("2026-02", "2026-02-28", "90.00"),
    point("2026-03", "2026-03-31", "90.00"),
  ];
  const view = { currency: "EUR", converted: false };
  const january = bucket("2026-01", null, flow("EUR", "5.00"));
  const february = bucket("2026-02", null, flow("EUR", "5.00"));

  it("ends on the last known day of an unfinished month", () => {
    const buckets = [january, february, bucket("2026-03", "2026-03-12", flow("EUR", "5.00"))];
    const known = knownPoints(points, buckets, [account("EUR", "2026-02-28")], view);
    expect(known.map(({ date, knownUntil }) => knownUntil ?? date)).toEqual(["2026-01-31", "2026-02-28", "2026-03-12"]);
  });

  it("leaves out months after the data, and those after the data of its currency", () => {
    const end = [account("EUR", "2026-02-20"), account("USD", "2026-03-31")];
    for (const march of [bucket("2026-03", "2026-02-28"), bucket("2026-03", null, flow("USD", "1.00"))]) {
      const known = knownPoints(points, [january, february, march], end, view);
      expect(known.map(({ month, knownUntil }) => [month, knownUntil])).toEqual([
        ["2026-01", undefined],
        ["2026-02", undefined],
      ]);
    }
    const together = [january, february, bucket("2026-03", null, flow("USD", "1.00"))];
    expect(knownPoints(points, together, end, { currency: "EUR", converted: true })).toHaveLength(3);
  });

  it("keeps an amount that changed, that a quiet statement proves, or that is kept by hand", () => {
    const changed = [...points.slice(0, 2), point("2026-03", "2026-03-31", "500.00")];
    const after = [january, february, bucket("2026-03", "2026-02-28")];
    expect(knownPoints(changed, after, [account("EUR", "2026-03-31")], view)).toEqual(changed);
    const quiet = [january, february, bucket("2026-03", null)];
    for (const end of [account("EUR", "2026-03-31"), account("EUR", "2026-01-31", true)]) {
      expect(knownPoints(points, quiet, [end], view)).toEqual(points);
    }
  });
});
