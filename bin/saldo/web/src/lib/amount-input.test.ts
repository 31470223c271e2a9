import { describe, expect, it } from "vitest";
import { parseAmount, showAmount } from "./amount-input.ts";

describe("a typed amount", () => {
  it.each([
    ["12.34", "12.34"],
    ["-12,34", "-12.34"],
    ["−5", "-5.00"],
    ["1,234.50", "1234.50"],
    ["1.234,5", "1234.50"],
    ["1 234,50", "1234.50"],
    ["1’234.50", "1234.50"],
    ["1,234", "1234.00"],
    ["1.234.567", "1234567.00"],
    [".5", "0.50"],
    ["007", "7.00"],
    ["+3.1", "3.10"],
  ])("%s is %s", (typed, amount) => {
    expect(parseAmount(typed, 2)).toBe(amount);
  });

  it.each(["", "-", "twelve", "1.2.3", "12.345,6,7", "1,23,4.00", "12.3456", "1e3", "--2"])(
    "%s is invalid",
    (typed) => {
      expect(parseAmount(typed, 2)).toBeNull();
    },
  );

  it("has its currency's number of digits", () => {
    expect(parseAmount("1200", 0)).toBe("1200");
    expect(parseAmount("12.5", 0)).toBeNull();
    expect(parseAmount("1.234", 3)).toBe("1.234");
  });

  it("is read in the format in which it is shown", () => {
    expect(parseAmount(showAmount("-1234.56"), 2)).toBe("-1234.56");
  });
});
