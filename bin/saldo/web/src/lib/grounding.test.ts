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
});
