import { expect, it } from "vitest";
import type { Transaction } from "../api.ts";
import { groupPath, readGrouping, rowsOf, withGrouping } from "./transaction-groups.ts";

const on = (...dates: string[]) => dates.map((date) => ({ date }) as Transaction);

it("a head stands before each group of days or months", () => {
  const transactions = on("2026-03-02", "2026-03-02", "2026-03-01", "2026-02-28");
  expect(rowsOf(transactions, "month")).toEqual([
    { group: "2026-03" },
    { index: 0 },
    { index: 1 },
    { index: 2 },
    { group: "2026-02" },
    { index: 3 },
  ]);
  expect(rowsOf(transactions, "day").filter((row) => "group" in row)).toHaveLength(3);
  expect(rowsOf(transactions, null)).toHaveLength(4);
});

it("groups of time need an order by date", () => {
  const search = (text: string) => new URLSearchParams(text);
  expect(readGrouping(search("group=month"))).toBe("month");
  expect(readGrouping(search("group=month&sort=-amount"))).toBeNull();
  expect(readGrouping(search("group=tag&sort=-amount"))).toBe("tag");
  expect(readGrouping(search("group=planet"))).toBeNull();
  expect(withGrouping(search("sort=-amount&text=x"), "day").toString()).toBe("text=x&group=day");
  expect(withGrouping(search("group=day&sort=date"), "").toString()).toBe("sort=date");
});

it("a group leads to its transactions among those of the filter", () => {
  expect(groupPath({ text: "x" }, "tag", "trip")).toBe("/transactions?text=x&tag=trip");
  expect(groupPath({ text: "x" }, "category", "1")).toBe("/transactions?text=x&category=1");
  expect(groupPath({ category: "2" }, "category", "1")).toBe("/transactions?category=2");
  expect(groupPath({}, "category", null)).toBe("/transactions?uncategorized=true");
});
