import { expect, it } from "vitest";
import { type Chip, asking, isTyped, queriesOf, withCondition, withPeriod, wordsWith } from "./query-part.ts";

const chips: Chip[] = [
  { kind: "measure", text: "Spending", options: [], without: null },
  { kind: "period", text: "March 2026", options: [], without: null },
  { kind: "compare", text: null, options: [], without: null },
];

it("names a changed query by its chips", () => {
  const [, period, compare] = chips as [Chip, Chip, Chip];
  expect(wordsWith(chips, period, "May 2026")).toBe("Spending · May 2026");
  expect(wordsWith(chips, period, null)).toBe("Spending");
  expect(wordsWith(chips, compare, "vs. May 2025")).toBe("Spending · March 2026 · vs. May 2025");
});

it("replaces one condition and keeps the others", () => {
  const query = { measure: "spent", filter: { only: { categories: ["a"], weekdays: ["Sat"] } } };
  expect(withCondition(query, "only", "categories", ["b"])).toEqual({
    measure: "spent",
    filter: { only: { categories: ["b"], weekdays: ["Sat"] } },
  });
  expect(withCondition({ measure: "spent" }, "without", "categories", ["b"])).toEqual({
    measure: "spent",
    filter: { without: { categories: ["b"] } },
  });
  expect(withPeriod(query, "2026-01-01", "2026-01-31")).toEqual({
    measure: "spent",
    filter: { ...query.filter, period: { from: "2026-01-01", to: "2026-01-31" } },
  });
});

it("reads the queries of an answer and ignores what it does not know", () => {
  const part = { query: { measure: "spent" }, language: "en", chips };
  const parts = [
    { type: "data-query", id: "call_1", data: part },
    { type: "data-query", id: "call_2", data: { chips: 5 } },
    { type: "text", text: "x" },
  ] as never;
  expect(queriesOf({ id: "1", role: "assistant", parts })).toEqual([{ ...part, offers: [] }]);
  const question = asking({ text: "Spending", query: { measure: "spent" } }, "de");
  expect(isTyped({ id: "1", role: "user", parts: question })).toBe(true);
  expect(isTyped({ id: "1", role: "user", parts: [{ type: "text", text: "x" }] })).toBe(false);
});
