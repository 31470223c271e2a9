import { describe, expect, it } from "vitest";
import type { Entry } from "../api.ts";
import { likelyCauses } from "./causes.ts";

function entries(...amounts: string[]): Entry[] {
  return amounts.map((amount, position) => ({ amount, position }) as Entry);
}

describe("a statement that does not add up", () => {
  it("has a row with the wrong sign where half the difference is an amount", () => {
    // 100 + 20 was printed as 80: the row is -20, but was read as +20.
    expect(likelyCauses(entries("5.00", "20.00"), "-40.00")).toContainEqual({ kind: "sign", row: 2 });
  });

  it("has a row too many where the difference undoes an amount", () => {
    expect(likelyCauses(entries("-12.34", "5.00"), "12.34")).toContainEqual({ kind: "extra", row: 1 });
  });

  it("has swapped digits where nine divides the difference", () => {
    // 54.00 read as 45.00
    expect(likelyCauses(entries("45.00"), "9.00")).toContainEqual({ kind: "digits" });
    expect(likelyCauses(entries("45.00"), "9.01")).not.toContainEqual({ kind: "digits" });
  });

  it("always may miss a row of the difference itself", () => {
    expect(likelyCauses([], "-3.20")).toEqual([{ kind: "missing", amount: "-3.20" }]);
  });
});
