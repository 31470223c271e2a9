import { describe, expect, it } from "vitest";
import {
  type Report,
  currenciesOf,
  daysBefore,
  daysOfReport,
  flowRowsOf,
  onlyGroup,
  pathOfGroup,
  queriesOf,
  readReport,
  rowsOf,
  totalOf,
} from "./report.ts";

const read = (search: string) => readReport(new URLSearchParams(search));

const row = (group: string | null, amount: string, currency = "EUR", compared: string | null = null) => ({
  ...{ group, transactions: 2, meets: null, figure: { money: { amount, currency } } },
  compared: compared === null ? null : { money: { amount: compared, currency } },
});

describe("the address of a report", () => {
  it("has a default for everything unknown", () => {
    const usual: Report = read("");
    expect(usual).toMatchObject({
      show: "spent",
      by: "category",
      period: "month",
      compare: "none",
      account: "",
      tag: "",
    });
    expect(read("show=x&by=x&period=x&compare=x&from=2026-13-01&to=y")).toEqual(usual);
    expect(read("by=month&compare=previous").compare).toBe("none");
  });
});

describe("the days of a report", () => {
  it("follow the month of the latest transaction", () => {
    const days = (search: string) => daysOfReport(read(search), "2026-03-12");
    expect(days("")).toEqual({ from: "2026-03-01", to: "2026-03-31" });
    expect(days("period=threeMonths")).toEqual({ from: "2026-01-01", to: "2026-03-31" });
    expect(days("period=twelveMonths")).toEqual({ from: "2025-04-01", to: "2026-03-31" });
    expect(days("period=lastYear")).toEqual({ from: "2025-01-01", to: "2025-12-31" });
    expect(days("period=all")).toBeNull();
    expect(days("period=custom&from=2026-02-10&to=2026-01-05")).toEqual({ from: "2026-01-05", to: "2026-02-10" });
  });

  it("are compared with whole months, as many days, or the year before", () => {
    const march = { from: "2026-03-01", to: "2026-03-31" };
    expect(daysBefore(march, "previous")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(daysBefore(march, "yearBefore")).toEqual({ from: "2025-03-01", to: "2025-03-31" });
    expect(daysBefore(march, "none")).toBeNull();
    const week = { from: "2026-03-02", to: "2026-03-08" };
    expect(daysBefore(week, "previous")).toEqual({ from: "2026-02-23", to: "2026-03-01" });
    expect(daysBefore({ from: "2024-02-29", to: "2024-03-05" }, "yearBefore")).toEqual({
      from: "2023-02-28",
      to: "2023-03-05",
    });
  });
});

it("asks for the transactions of an account in a period", () => {
  const report = read("show=net&by=merchant&account=1&compare=previous");
  expect(queriesOf(report, { from: "2026-03-01", to: "2026-03-31" })).toEqual([
    {
      measure: "net",
      filter: { period: { from: "2026-03-01", to: "2026-03-31" }, only: { accounts: ["1"] } },
      groupBy: "merchant",
      compare: { from: "2026-02-01", to: "2026-02-28" },
    },
  ]);
});

it("asks for both figures of a flow, by category", () => {
  const report = read("show=flow&by=merchant&compare=previous&category=7&merchant=shop&tag=trip");
  const filter = { only: { categories: ["7"], merchants: ["shop"], tags: ["trip"] } };
  expect(queriesOf(report, null)).toEqual([
    { measure: "received", filter, groupBy: "category" },
    { measure: "spent", filter, groupBy: "category" },
  ]);
});

it("joins money in and out by category, the largest first", () => {
  const [received, spent] = [
    [row("pay", "9.00"), row("shop", "1.00")],
    [row("rent", "5.00"), row("shop", "7.00"), row(null, "2.00")],
  ].map((rows) => rowsOf({ rows }, "category", "EUR"));
  expect(flowRowsOf(received ?? [], spent ?? [])).toEqual([
    { group: "pay", received: "9.00", spent: "0" },
    { group: "shop", received: "1.00", spent: "7.00" },
    { group: "rent", received: "0", spent: "5.00" },
    { group: null, received: "0", spent: "2.00" },
  ]);
});

it("divides a group that becomes a filter", () => {
  expect(onlyGroup(read(""), "7")).toEqual({ category: "7", by: "merchant" });
  expect(onlyGroup(read("by=merchant"), "shop")).toEqual({ merchant: "shop", by: "month" });
  expect(onlyGroup(read("by=month"), "2026-01")).toBeNull();
  expect(onlyGroup(read(""), null)).toBeNull();
});

describe("the rows of a report", () => {
  it("are in one currency, the largest first", () => {
    const rows = [row("food", "5.00"), row(null, "2.00", "USD"), row("home", "7.00", "EUR", "6.00")];
    expect(currenciesOf([{ rows }])).toEqual(["EUR", "USD"]);
    expect(rowsOf({ rows }, "category", "EUR").map(({ group, before }) => [group, before])).toEqual([
      ["home", "6.00"],
      ["food", null],
    ]);
  });

  it("have all months between the first and the last, and the days of a week in order", () => {
    const months = rowsOf({ rows: [row("2026-03", "1.00"), row("2025-12", "2.00")] }, "month", "EUR");
    expect(months.map(({ group, amount }) => [group, amount])).toEqual([
      ["2025-12", "2.00"],
      ["2026-01", "0"],
      ["2026-02", "0"],
      ["2026-03", "1.00"],
    ]);
    const week = rowsOf({ rows: [row("Sun", "9.00"), row("Mon", "1.00")] }, "weekday", "EUR");
    expect(week.map(({ group }) => group)).toEqual(["Mon", "Sun"]);
  });
});

it("asks for the total by tag, because tags overlap", () => {
  const queries = queriesOf(read("by=tag&compare=previous"), { from: "2026-03-01", to: "2026-03-31" });
  expect(queries.map(({ groupBy }) => groupBy)).toEqual(["tag", undefined]);
  expect(queries[1]?.compare).toEqual(queries[0]?.compare);
  const [rows, whole] = [
    rowsOf({ rows: [row("trip", "20.00"), row("gift", "20.00"), row(null, "3.50")] }, "tag", "EUR"),
    rowsOf({ rows: [row(null, "23.50")] }, "tag", "EUR"),
  ];
  expect(totalOf("tag", rows, whole)).toBe("23.50");
  expect(totalOf("category", rows, [])).toBe("43.50");
});

it("links each group to its transactions", () => {
  const days = { from: "2026-01-15", to: "2026-03-10" };
  const link = (search: string, group?: string | null) => pathOfGroup(read(search), days, "EUR", group).split("?")[1];
  const rest = "kind=entry&currency=EUR";
  expect(link("")).toBe(`from=2026-01-15&to=2026-03-10&${rest}&direction=out`);
  expect(link("by=month&show=net", "2026-03")).toBe(`from=2026-03-01&to=2026-03-10&${rest}`);
  expect(link("show=received", "7")).toContain("category=7&direction=in&subcategories=false");
  expect(link("", null)).toContain("uncategorized=true");
  expect(link("by=merchant&category=7&tag=trip", "shop")).toMatch(/category=7&merchant=shop&tag=trip/);
  expect(link("category=7", "8")).toMatch(/category=8&.*subcategories=false/);
  expect(link("by=weekday", "Sun")).toContain("weekday=sun");
  expect(link("by=tag", "trip")).toContain("tag=trip");
  expect(link("by=tag", null)).toMatch(/untagged=true/);
  expect(link("by=tag", null)).not.toContain("uncategorized");
});
