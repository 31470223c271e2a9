import { expect, it } from "vitest";
import type { Rule } from "../api-books.ts";
import { readRule, writeRule } from "./rule-draft.ts";

const RULE: Rule = {
  id: "1",
  name: "Rent",
  enabled: false,
  conditions: [
    { when: "description_contains", text: "miete" },
    { when: "direction", direction: "out" },
    { when: "account", account: "a" },
    { when: "amount", min: { amount: "5.00", currency: "EUR" } },
    { when: "description_contains", text: "march" },
  ],
  actions: [
    { do: "set_category", category: "c" },
    { do: "add_tag", tag: "home" },
    { do: "add_tag", tag: "fixed" },
  ],
};

function fill(fields: Record<string, string | boolean>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") {
      form.set(name, value);
    } else if (value) {
      form.set(name, "on");
    }
  }
  return form;
}

it("comes back from the form as it went in, with what has no field", () => {
  const { id, ...draft } = RULE;
  const back = readRule(fill({ ...writeRule(RULE) }), RULE);
  expect({ ...back, conditions: new Set(back.conditions) }).toEqual({
    ...draft,
    conditions: new Set(draft.conditions),
  });
});

it("has no condition and no action for an empty field", () => {
  const draft = readRule(fill({ ...writeRule(null), name: "Cash", currency: "usd", transfer: true }), null);
  expect(draft).toEqual({
    name: "Cash",
    enabled: true,
    conditions: [{ when: "currency", currency: "USD" }],
    actions: [{ do: "mark_transfer" }],
  });
});
