import type { UIMessage } from "ai";
import { describe, expect, it } from "vitest";
import type { Account, Category } from "../api.ts";
import { entriesBehind, figuresOf, splitAtFigures } from "./grounding.ts";

describe("the figures of an answer", () => {
  it("come with the call that returned them", () => {
    const data = {
      figures: [
        { figure: "885.49", source: "call_1" },
        { figure: "7", source: null },
      ],
    };
    const message = { id: "1", role: "assistant", parts: [{ type: "data-grounding", data }] } as UIMessage;
    expect(figuresOf(message)).toEqual(data.figures);
    expect(figuresOf({ ...message, parts: [{ type: "data-grounding", data: { figures: 1 } }] } as UIMessage)).toEqual(
      [],
    );
  });

  it("are found in the text, whole and not inside others", () => {
    const pieces = splitAtFigures("In 2025 you spent 885.49 EUR, 1,885.49 before; 6 entries.", ["885.49", "6", "2025"]);
    expect(pieces.filter(({ index }) => index !== null).map(({ text }) => text)).toEqual(["2025", "885.49", "6"]);
    expect(pieces.map(({ text }) => text).join("")).toBe("In 2025 you spent 885.49 EUR, 1,885.49 before; 6 entries.");
  });

  it("open the entries behind them where the list can show just those", () => {
    const accounts = [{ id: "a1", name: "Everyday" }] as Account[];
    const categories = [{ id: "c1", name: "Groceries" }] as Category[];
    const filter = { from: "2026-01-01", to: "2026-01-31", category: "Groceries", account: "Everyday" };
    expect(entriesBehind({ filter }, accounts, categories)).toBe(
      "/entries?from=2026-01-01&to=2026-01-31&category=c1&account=a1",
    );
    expect(entriesBehind({ filter: { without_text: "rent" } }, accounts, categories)).toBeNull();
    expect(entriesBehind({ filter: { category: "Unknown" } }, accounts, categories)).toBeNull();
    expect(entriesBehind("nothing", accounts, categories)).toBeNull();
  });

  it("open one category's entries where the figure is its amount and no other's", () => {
    const categories = [
      { id: "c1", name: "Groceries", parentId: null },
      { id: "c2", name: "Rent", parentId: null },
      { id: "c3", name: "Housing", parentId: null },
      { id: "c4", name: "Repairs", parentId: "c3" },
    ] as Category[];
    const row = (group: string | null, amount: string) => ({ group, amount: { amount, currency: "EUR" } });
    const rows = [row("Groceries", "1234.50"), row("Rent", "700.00"), row("Housing", "9.00"), row(null, "3.00")];
    const behind = (figure: string, by = "category", more = rows) =>
      entriesBehind({ filter: { from: "2026-01-01" }, rows: more }, [], categories, { figure, input: { by } });
    const all = "/entries?from=2026-01-01";
    expect(behind("1,234.50")).toBe(`${all}&category=c1&currency=EUR`);
    expect(behind("700,00")).toBe(`${all}&category=c2&currency=EUR`);
    expect(behind("1937.50")).toBe(all);
    expect(behind("9.00")).toBe(all);
    expect(behind("9.00", "category_group")).toBe(`${all}&category=c3&currency=EUR`);
    expect(behind("700.00", "merchant")).toBe(all);
    expect(behind("700.00", "category", [...rows, row("Groceries", "700.00")])).toBe(all);
  });
});
