import { describe, expect, it } from "vitest";
import type { Facts } from "../api-notifications.ts";
import { KINDS, describeEvent } from "./notification-words.ts";

const reached: Facts = {
  kind: "budget_reached",
  path: "/budget",
  subject: "0198",
  name: "Groceries",
  amount: "90.00",
  compared: "100.00",
  currency: "EUR",
  percent: 80,
  from: "2026-02-01",
  to: null,
  digest: null,
};

describe("describeEvent", () => {
  it("names the facts of the event", () => {
    expect(describeEvent(reached)).toBe("Groceries: 80% of the budget reached, €90.00 of €100.00 spent.");
    expect(describeEvent(reached, "Food")).toMatch(/^Food: /);
  });

  it("has a text for every kind, even without facts", () => {
    for (const kind of KINDS) {
      const bare = { ...reached, kind, amount: null, compared: null, from: null };
      expect(describeEvent(bare)).not.toMatch(/null|undefined/);
    }
  });
});
