import { describe, expect, it } from "vitest";
import type { Merchant } from "../api-merchants.ts";
import { arrange, countOf, otherNames, shownName } from "./merchants.ts";

function merchant(name: string, spending: string, entries: number, last: string, printed: string[] = []): Merchant {
  const flows = [{ currency: "EUR", spending, income: "5.00", net: null, entries }];
  return { name, printed, last, needsName: false, flows };
}

const CAFE = merchant("cafe bleu", "25.00", 9, "2025-05-01");
const AMAZON = merchant("iAmazon", "90.00", 2, "2025-04-01", ["amzn mktp", "iamazon"]);
const WORK = merchant("acme", "0.00", 1, "2025-06-01");

describe("the merchants", () => {
  it("have the name that the user gave, as it was typed", () => {
    expect([CAFE, AMAZON].map(shownName)).toEqual(["Cafe Bleu", "iAmazon"]);
    expect([CAFE, AMAZON].map(otherNames)).toEqual([[], ["Amzn Mktp"]]);
    expect(countOf(CAFE)).toBe(9);
  });

  it("are ordered by net spending, number, date or name", () => {
    const names = (order: Parameters<typeof arrange>[2]) =>
      arrange([WORK, CAFE, AMAZON], "", order).map(({ name }) => name);
    expect(names("spending")).toEqual(["iAmazon", "cafe bleu", "acme"]);
    expect(names("count")).toEqual(["cafe bleu", "iAmazon", "acme"]);
    expect(names("last")).toEqual(["acme", "cafe bleu", "iAmazon"]);
    expect(names("name")).toEqual(["acme", "cafe bleu", "iAmazon"]);
  });

  it("are found by their name and by the printed ones, without case and accents", () => {
    const found = (text: string) => arrange([WORK, CAFE, AMAZON], text, "name").map(({ name }) => name);
    expect(found(" Café")).toEqual(["cafe bleu"]);
    expect(found("MKTP")).toEqual(["iAmazon"]);
    expect(found("x")).toEqual([]);
  });
});
