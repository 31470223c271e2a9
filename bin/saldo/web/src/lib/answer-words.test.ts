import type { UIMessage } from "ai";
import { afterEach, describe, expect, it } from "vitest";
import { useLanguage } from "../strings/index.ts";
import { categoriesIn } from "./answer-categories.ts";
import { amountOf, inPageWords, piecesInPageWords, queryInPageWords } from "./answer-words.ts";
import { splitAtFigures } from "./grounding.ts";

afterEach(() => useLanguage("en"));

const message = (toolName: string, input: unknown, output: unknown) =>
  ({
    parts: [{ type: "dynamic-tool", toolName, toolCallId: "1", state: "output-available", input, output }],
  }) as unknown as UIMessage;

describe("an amount of the analyst", () => {
  it("is read in the number format of each language", () => {
    expect(amountOf("", "1,180.00", "EUR")).toBe("1180.00");
    expect(amountOf("-", "1.180,00", "EUR")).toBe("-1180.00");
    expect(amountOf("−", "1\u00a0234\u00a0567,89", "PLN")).toBe("-1234567.89");
    expect(amountOf("", "1,180", "JPY")).toBe("1180");
    expect(amountOf("", "1.180", "EUR")).toBe("1180");
    expect(amountOf("", "50", "EUR")).toBe("50");
  });

  it("is no other number before capital letters", () => {
    for (const [figure, currency] of [
      ["12.5", "EUR"],
      ["1,18.00", "EUR"],
      ["12.00", "ATM"],
    ] as const) {
      expect(amountOf("", figure, currency), `${figure} ${currency}`).toBeNull();
    }
  });

  it("is in the format of the pages", async () => {
    expect(inPageWords("You spent 1,180.00 EUR and -5.00 USD in March 2026.", [])).toBe(
      "You spent €1,180.00 and -$5.00 in March 2026.",
    );
    expect(inPageWords("2026-03-12.00 EUR, A1.00 EUR, 3 ATM", [])).toBe("2026-03-12.00 EUR, A1.00 EUR, 3 ATM");
    await useLanguage("de");
    expect(inPageWords("Du hast 1.180,00 EUR ausgegeben.", [])).toBe("Du hast 1.180,00\u00a0€ ausgegeben.");
  });

  it("is one piece with its currency and its sign, so that the link has both", () => {
    const pieces = splitAtFigures("Net -1,180.00 EUR, 20.00 USD and 7.00", ["1,180.00", "7.00"]);
    expect(piecesInPageWords(pieces, [])).toEqual([
      { text: "Net ", index: null },
      { text: "-€1,180.00", index: 0 },
      { text: ", $20.00 and ", index: null },
      { text: "7.00", index: 1 },
    ]);
  });
});

describe("the categories of an answer", () => {
  const groceries = "00000000-0000-0000-0000-000000000001";
  const filter = { only: { categories: [groceries] }, without: {} };

  it("are those of its conditions and rows", () => {
    const rows = [{ group: "Fuel" }, { group: "My own" }, { group: null }];
    const names = { [groceries]: "Groceries", account: "Cash" };
    expect(categoriesIn(message("query", {}, { query: { groupBy: "category", filter }, names, rows }))).toEqual([
      "Groceries",
      "Fuel",
    ]);
    const other = { query: { groupBy: "merchant", filter: {} }, names, rows };
    expect(categoriesIn(message("query", {}, other))).toEqual([]);
    expect(categoriesIn(message("spending", { by: "category" }, { rows }))).toEqual(["Fuel"]);
    expect(categoriesIn(message("budgets", {}, { budgets: [{ category: "Rent and mortgage" }] }))).toEqual([
      "Rent and mortgage",
    ]);
  });

  it("have their names in the user's language, except in quoted and longer words", async () => {
    await useLanguage("de");
    expect(inPageWords("Groceries: 2,00 EUR, “Groceries”, Groceriesland", ["Groceries"])).toBe(
      "Lebensmittel: 2,00\u00a0€, “Groceries”, Groceriesland",
    );
    expect(inPageWords("Fuel", ["Groceries"])).toBe("Fuel");
  });

  it("have these names in the parts of the question, too", async () => {
    await useLanguage("de");
    const chip = (kind: string, text: string) => ({ kind, text, options: [], without: null });
    const part = {
      ...{ query: null, language: "de" },
      chips: [chip("categories", "Groceries"), chip("merchants", "Fuel"), chip("having", "über 1.000,00 EUR")],
      offers: [{ text: "Ausgaben für Groceries", query: {} }],
    };
    const { chips, offers } = queryInPageWords(part, ["Groceries"]);
    expect(chips.map(({ text }) => text)).toEqual(["Lebensmittel", "Fuel", "über 1.000,00\u00a0€"]);
    expect(offers.map(({ text }) => text)).toEqual(["Ausgaben für Lebensmittel"]);
  });
});
