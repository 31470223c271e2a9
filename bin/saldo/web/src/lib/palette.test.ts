import { describe, expect, it } from "vitest";
import { type Group, type Target, isQuestion, search } from "./palette.ts";

const target = (group: Group, name: string, detail?: string): Target => ({
  ...{ key: `${group} ${name}`, group, name, path: `/${name}` },
  ...(detail && { detail }),
});

const TARGETS = [
  target("pages", "Transactions"),
  target("pages", "Categories", "Settings"),
  target("accounts", "Everyday account", "Harbour Bank 1234"),
  target("categories", "Café and bars"),
  target("categories", "Transport"),
  target("merchants", "CITY TRANSIT"),
  target("merchants", "Żabka Łódź"),
  target("statements", "Harbour Bank", "Jan 2026 january.pdf"),
];

const found = (query: string) =>
  search(TARGETS, query).map(({ group, targets }) => [group, ...targets.map(({ name }) => name)]);

describe("the palette's search", () => {
  it("lists the pages without a query", () => {
    expect(found(" ")).toEqual([["pages", "Transactions", "Categories"]]);
  });

  it("prefers the beginning of a name, then that of a word", () => {
    expect(found("trans")).toEqual([
      ["pages", "Transactions"],
      ["categories", "Transport"],
      ["merchants", "CITY TRANSIT"],
    ]);
    expect(found("harb")).toEqual([
      ["statements", "Harbour Bank"],
      ["accounts", "Everyday account"],
    ]);
  });

  it("requires every word, in any order, and searches details", () => {
    expect(found("bank january")).toEqual([["statements", "Harbour Bank"]]);
    expect(found("transit city")).toEqual([["merchants", "CITY TRANSIT"]]);
    expect(found("transit village")).toEqual([]);
    expect(found("1234")).toEqual([["accounts", "Everyday account"]]);
  });

  it("ignores case and accents", () => {
    expect(found("CAFE")).toEqual([["categories", "Café and bars"]]);
    expect(found("zabka lodz")).toEqual([["merchants", "Żabka Łódź"]]);
  });

  it("lists a few of many matches", () => {
    const many = Array.from({ length: 40 }, (_, index) => target("merchants", `Shop ${index}`));
    expect(search(many, "shop")[0]?.targets.length).toBe(5);
  });
});

it("recognizes a question", () => {
  expect(["coffee?", "how much for coffee", "¿cuánto gasté?"].map(isQuestion)).toEqual([true, true, true]);
  expect(["coffee", "coffee corner", ""].map(isQuestion)).toEqual([false, false, false]);
});
