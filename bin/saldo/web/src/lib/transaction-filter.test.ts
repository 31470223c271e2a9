import { describe, expect, it } from "vitest";
import { transactionsPath, readFilter, withFilter } from "./transaction-filter.ts";

describe("the transaction filter", () => {
  it("survives a round trip through the address", () => {
    const filter = {
      queryFilter: '{"only":{"merchants":["a","b"]}}',
      category: "c1",
      from: "2026-01-01",
      to: "2026-01-31",
      text: "café & bar",
    };
    const path = transactionsPath(filter);
    expect(readFilter(new URLSearchParams(path.split("?")[1]))).toEqual(filter);
  });

  it("omits empty fields", () => {
    expect(transactionsPath({ text: "", account: undefined })).toBe("/transactions");
    expect(readFilter(new URLSearchParams("text=&sort=-amount&page=7"))).toEqual({ sort: "-amount" });
  });

  it("changes one field and keeps the others", () => {
    const search = new URLSearchParams("text=rent&direction=out");
    expect(withFilter(search, { direction: "" }).toString()).toBe("text=rent");
    expect(withFilter(search, { text: "gym" }).toString()).toBe("text=gym&direction=out");
  });
});
