import { expect, it } from "vitest";
import { readAmount } from "./decimal-input.ts";

it.each([
  ["12.34", "12.34"],
  ["12,34", "12.34"],
  ["1.234,56", "1234.56"],
  ["1,234.56", "1234.56"],
  ["1,234,567", "1234567"],
  ["1 234,50", "1234.50"],
  ["−5", "-5"],
  ["1200", "1200"],
  ["lots", "lots"],
])("reads %s as %s", (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});
