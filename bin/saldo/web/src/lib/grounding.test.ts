import type { UIMessage } from "ai";
import { describe, expect, it } from "vitest";
import { figuresOf, mostListed, pathAt, pathOf, splitAtFigures } from "./grounding.ts";

describe("the figures of an answer", () => {
  it("come with the call that returned them", () => {
    const data = {
      figures: [
        { figure: "885.49", source: "call_1", transactions: [{ from: "2026-01-01" }] },
        { figure: "7", source: null, transactions: [null] },
      ],
    };
    const message = { id: "1", role: "assistant", parts: [{ type: "data-grounding", data }] } as UIMessage;
    expect(figuresOf(message)).toEqual(data.figures);
    expect(figuresOf({ ...message, parts: [{ type: "data-grounding", data: { figures: 1 } }] } as UIMessage)).toEqual(
      [],
    );
  });

  it("are found in the text as whole numbers", () => {
    const pieces = splitAtFigures("In 2025 you spent 885.49 EUR, 1,885.49 before; 6 transactions.", [
      "885.49",
      "6",
      "2025",
    ]);
    expect(pieces.filter(({ index }) => index !== null).map(({ text }) => text)).toEqual(["2025", "885.49", "6"]);
    expect(pieces.map(({ text }) => text).join("")).toBe(
      "In 2025 you spent 885.49 EUR, 1,885.49 before; 6 transactions.",
    );
  });

  it("link to exactly their transactions", () => {
    expect(pathOf({ from: "2026-01-01", category: "c1", subcategories: "false", merchant: "blue & co" })).toBe(
      "/transactions?category=c1&from=2026-01-01&subcategories=false&merchant=blue+%26+co",
    );
    expect(pathOf(null)).toBeNull();
    expect(pathOf({ from: 1 })).toBeNull();
    expect(pathOf({ tooMany: "5000" })).toBeNull();
    expect(mostListed({ transactions: [{ tooMany: "5000" }, { tooMany: "5000" }] })).toBe(5000);
    expect(mostListed({ transactions: [null, { tooMany: "5000" }] })).toBeNull();
    expect(mostListed({ transactions: [{ from: "2026-01-01" }, null] })).toBeNull();
  });

  it("link each occurrence to its transactions, or to nothing if they are unknown", () => {
    expect(pathAt(["/a", "/b"], 1, 2)).toBe("/b");
    expect(pathAt(["/a", "/a"], 0, 3)).toBe("/a");
    expect(pathAt(["/a", "/b"], 0, 3)).toBeNull();
    expect(pathAt(["/a", null], 1, 2)).toBeNull();
    expect(pathAt([], 0, 1)).toBeNull();
  });
});
