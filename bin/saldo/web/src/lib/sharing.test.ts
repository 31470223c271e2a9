import { describe, expect, it } from "vitest";
import { participantName, shareChange } from "./sharing.ts";
import { strings } from "../strings/index.ts";

describe("shareChange", () => {
  it("names the members with a share", () => {
    const values = new Map([
      ["ann", "on"],
      ["bob", ""],
    ]);
    expect(shareChange("even", values, 2, null)).toEqual({ by: "even", shares: [{ member: "ann" }] });
    expect(shareChange("even", values, 2, "bob")).toMatchObject({ paidBy: "bob" });
  });

  it("reads percentages and amounts", () => {
    const values = new Map([
      ["ann", "33.5"],
      ["bob", "66.5"],
    ]);
    expect(shareChange("percent", values, 0, null)?.shares).toEqual([
      { member: "ann", percent: "33.50" },
      { member: "bob", percent: "66.50" },
    ]);
    expect(shareChange("amount", values, 2, null)?.shares?.[0]).toEqual({ member: "ann", amount: "33.50" });
    expect(shareChange("amount", values, 0, null)).toBeNull();
    expect(shareChange("percent", new Map([["ann", "half"]]), 2, null)).toBeNull();
    expect(shareChange("percent", new Map([["ann", " "]]), 2, null)).toBeNull();
  });
});

describe("participantName", () => {
  const one = { id: "1", name: "Ann", isMember: true, isYou: true };
  const two = { id: "2", name: null, isMember: false, isYou: false };

  it("names the user and deleted users", () => {
    expect(participantName([one, two], "1")).toBe(`Ann (${strings.household.you})`);
    expect(participantName([{ ...one, isYou: false }], "1")).toBe("Ann");
    expect(participantName([one, two], "2")).toBe(strings.sharing.former);
    expect(participantName([one], "3")).toBe(strings.sharing.former);
  });
});
