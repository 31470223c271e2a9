import { describe, expect, it } from "vitest";
import { type ListedRow, repeatedLists } from "./repeated-list.ts";

const row = (name: string | null, amount: string): ListedRow => ({ name, amount, currency: "EUR" });

const ROWS = [row("Rent", "1180.00"), row(null, "50.90"), row("Refunds: shops", "-3.00")];

const ITEMS = ["- Rent: 1,180.00 EUR", "- without a category: 50.90 EUR", "- Refunds: shops: -3.00 EUR"];

const textOf = (...items: string[]) => ["Spending, by category:", "", ...items].join("\n");

/** Returns the line of a list in a finished text. */
const lineIn = (text: string, rows = ROWS) => repeatedLists(text, [rows], false)[0];

describe("a list", () => {
  it("repeats the rows of a chart, in the number format of any language", () => {
    expect(lineIn(textOf(...ITEMS))).toBe(3);
    expect(lineIn(textOf(...ITEMS, "", "Your data ends on 31 January 2026."))).toBe(3);
    expect(
      lineIn(textOf("- Rent : 1\u00a0180,00 EUR", "- sans catégorie : 50,90 EUR", "- Refunds: shops : −3,00 EUR")),
    ).toBe(3);
    expect(lineIn(textOf(...ITEMS.slice(0, 2), "… and 1 more"))).toBeNull();
    expect(lineIn(textOf(...ITEMS.slice(0, 2), "- … and 1 more"))).toBe(3);
  });

  it.each([
    ["another figure", ["- Rent: 1,180.01 EUR", ...ITEMS.slice(1)]],
    ["another sign", [...ITEMS.slice(0, 2), "- Refunds: shops: 3.00 EUR"]],
    ["another currency", ["- Rent: 1,180.00 USD", ...ITEMS.slice(1)]],
    ["another name", ["- Home: 1,180.00 EUR", ...ITEMS.slice(1)]],
    ["another order", [ITEMS[1] ?? "", ITEMS[0] ?? "", ITEMS[2] ?? ""]],
    ["more in an item", ["- Rent: 1,180.00 EUR, 900.00 EUR before", ...ITEMS.slice(1)]],
    ["fewer items", ITEMS.slice(0, 2)],
    ["an item more", [...ITEMS, "- Your rent is due on Monday."]],
    ["a wrong number of further rows", [...ITEMS.slice(0, 2), "- … and 2 more"]],
  ])("with %s stays", (_, items) => {
    expect(lineIn(textOf(...items))).toBeNull();
  });

  it("counts by its items while it is written", () => {
    const text = textOf(...ITEMS);
    for (let end = text.indexOf("- Rent") + 2; end <= text.length; end += 1) {
      expect(repeatedLists(text.slice(0, end), [ROWS], true), text.slice(0, end)).toEqual([3]);
    }
    expect(repeatedLists(textOf("- Home: 1.00 EUR", "- "), [ROWS], true)).toEqual([null]);
    expect(repeatedLists(textOf(...ITEMS, "- Rent"), [ROWS], true)).toEqual([null]);
  });

  it("belongs to one chart, and a chart to one list", () => {
    const other = [row("Food", "2.00"), row("Travel", "1.00")];
    const items = ["- Food: 2.00 EUR", "- Travel: 1.00 EUR"];
    const text = [textOf(...items), textOf(...ITEMS), textOf(...items)].join("\n\n");
    expect(repeatedLists(text, [ROWS, other], false)).toEqual([8, 3]);
  });
});
