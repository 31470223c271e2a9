import { afterEach, expect, it } from "vitest";
import type { Rule } from "../api-bookkeeping.ts";
import { useLanguage } from "../strings/index.ts";
import { explainLimits, readRule, writeRule } from "./rule-draft.ts";

afterEach(() => useLanguage("en"));

const RULE: Rule = {
  id: "1",
  name: "Rent",
  enabled: false,
  conditions: [
    { when: "description_contains", text: "miete" },
    { when: "description_has_words", words: "wohnung mitte" },
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

it("survives a round trip through the form, including parts without a field", () => {
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

it.each([
  ["en", "1,000", "EUR", "1000.00"],
  ["de", "1.000", "EUR", "1000.00"],
  ["de", "1,5", "eur", "1.50"],
  ["en", "1.000", "KWD", "1.000"],
  ["en", "1,000", "JPY", "1000"],
] as const)("takes a limit as it is typed in %s: %s %s is %s", async (language, typed, currency, amount) => {
  await useLanguage(language);
  const form = fill({ ...writeRule(null), min: typed, currency });
  expect(explainLimits(form)).toEqual({});
  const [condition] = readRule(form, null).conditions;
  expect(condition).toEqual({ when: "amount", min: { amount, currency: currency.toUpperCase() } });
});

it("shows and reads an amount in the user's language", async () => {
  await useLanguage("de");
  expect(writeRule(RULE).min).toBe("5,00");
  const back = readRule(fill({ ...writeRule(RULE) }), RULE);
  expect(back.conditions).toContainEqual({ when: "amount", min: { amount: "5.00", currency: "EUR" } });
});

it("reports an invalid amount and a missing currency", () => {
  expect(explainLimits(fill({ min: "lots", max: "5", currency: "EUR" }))).toEqual({ min: "noAmount" });
  expect(explainLimits(fill({ max: "5" }))).toEqual({ max: "noCurrency" });
});
