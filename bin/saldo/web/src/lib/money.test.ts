import { describe, expect, it } from "vitest";
import { useLanguage } from "../strings/index.ts";
import { absolute, formatMoney, isNegative, isZero, negated, sum } from "./money.ts";

describe("money", () => {
  it("adds whole minor units exactly", () => {
    expect(sum(["0.10", "0.20", "-0.30"])).toBe("0.00");
    expect(sum(["90071992547409.91", "0.01"])).toBe("90071992547409.92");
    expect(sum(["-0.05", "0.02"])).toBe("-0.03");
  });

  it("adds currencies without minor units and mixed scales", () => {
    expect(sum(["1200", "-200"])).toBe("1000");
    expect(sum(["1.5", "0.125"])).toBe("1.625");
    expect(sum([])).toBe("0");
  });

  it("has no negative zero", () => {
    expect(["0", "0.00", "-0", "-0.00"].map(negated)).toEqual(["0", "0.00", "0", "0.00"]);
    expect(["1.50", "-1.50"].map(negated)).toEqual(["-1.50", "1.50"]);
  });

  it("rejects an invalid amount", () => {
    for (const text of ["", "1,00", "1e3", "abc", "1.", "NaN"]) {
      expect(() => sum([text])).toThrow(RangeError);
    }
  });

  it("prints every digit of large amounts", () => {
    expect(formatMoney("90071992547409.93", "EUR")).toBe("€90,071,992,547,409.93");
  });

  it("uses the user's language", async () => {
    await useLanguage("de");
    expect(formatMoney("-1234.50", "EUR").replaceAll(/\s/g, " ")).toBe("-1.234,50 €");
    await useLanguage("en");
    expect(formatMoney("-1234.50", "EUR")).toBe("-€1,234.50");
    expect(formatMoney("1200", "JPY")).toBe("¥1,200");
  });

  it("shows a plus sign only on request, and never at zero", () => {
    expect(formatMoney("5.00", "USD", "always")).toBe("+$5.00");
    expect(formatMoney("0.00", "USD", "always")).toBe("$0.00");
    expect(formatMoney("-5.00", "USD", "never")).toBe("$5.00");
  });

  it("distinguishes negative, zero and positive amounts", () => {
    expect(isNegative("-0.01")).toBe(true);
    expect(isNegative("-0.00")).toBe(false);
    expect(isZero("-0.00")).toBe(true);
    expect(absolute("-7.10")).toBe("7.10");
  });
});
