import { expect, it } from "vitest";
import { blankDraft, complete, lackOf, meaningOf, withMeaning } from "./import-mapping.ts";

it("moves a field from one column to another", () => {
  const first = withMeaning(blankDraft(";"), 0, "date");
  const second = withMeaning(first, 3, "date");
  expect([meaningOf(second, 0), meaningOf(second, 3)]).toEqual(["nothing", "date"]);
});

it("joins several columns into a description, in the order of their selection", () => {
  const draft = [4, 1].reduce((made, column) => withMeaning(made, column, "description"), blankDraft(";"));
  expect(draft.descriptions).toEqual([4, 1]);
  expect(withMeaning(draft, 4, "balance").descriptions).toEqual([1]);
});

it("is incomplete without a date and an amount", () => {
  const blank = blankDraft(",");
  expect(lackOf(blank)).toBe("date");
  const dated = withMeaning(blank, 0, "date");
  expect([lackOf(dated), complete(dated)]).toEqual(["amount", null]);
  expect(complete(withMeaning(dated, 2, "moneyOut"))).toMatchObject({ date: 0, moneyOut: 2 });
});
