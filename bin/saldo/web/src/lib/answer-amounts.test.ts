import { afterEach, describe, expect, it } from "vitest";
import { useLanguage } from "../strings/index.ts";
import { amountOf, piecesWithAmounts, queryWithAmounts, withAmounts } from "./answer-amounts.ts";
import { splitAtFigures } from "./grounding.ts";

afterEach(() => useLanguage("en"));

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
    expect(withAmounts("You spent 1,180.00 EUR and -5.00 USD in March 2026.")).toBe(
      "You spent €1,180.00 and -$5.00 in March 2026.",
    );
    expect(withAmounts("2026-03-12.00 EUR, A1.00 EUR, 3 ATM")).toBe("2026-03-12.00 EUR, A1.00 EUR, 3 ATM");
    await useLanguage("de");
    expect(withAmounts("Du hast 1.180,00 EUR ausgegeben.")).toBe("Du hast 1.180,00\u00a0€ ausgegeben.");
  });

  it("is one piece with its currency and its sign, so that the link has both", () => {
    const pieces = splitAtFigures("Net -1,180.00 EUR, 20.00 USD and 7.00", ["1,180.00", "7.00"]);
    expect(piecesWithAmounts(pieces)).toEqual([
      { text: "Net ", index: null },
      { text: "-€1,180.00", index: 0 },
      { text: ", $20.00 and ", index: null },
      { text: "7.00", index: 1 },
    ]);
  });

  it("is in this format in the parts of the question, too", async () => {
    await useLanguage("de");
    const part = {
      ...{ query: null, language: "de" },
      chips: [{ kind: "having", text: "über 1.000,00 EUR", options: [], without: null }],
      offers: [{ text: "Ausgaben über 50,00 EUR", query: {} }],
    };
    const { chips, offers } = queryWithAmounts(part);
    expect(chips.map(({ text }) => text)).toEqual(["über 1.000,00\u00a0€"]);
    expect(offers.map(({ text }) => text)).toEqual(["Ausgaben über 50,00\u00a0€"]);
  });
});
