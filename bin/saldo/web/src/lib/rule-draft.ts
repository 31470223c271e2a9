/** Conversion between a rule and the fields of its form. */
import type { Rule, RuleAction, RuleCondition, RuleDraft } from "../api-bookkeeping.ts";
import { digitsOf, parseAmount, showAmount } from "./amount-input.ts";

/** The fields of the form. An empty field is no condition or action. */
export interface RuleFields {
  name: string;
  text: string;
  words: string;
  regex: string;
  direction: string;
  account: string;
  min: string;
  max: string;
  currency: string;
  category: string;
  rename: string;
  tag: string;
  transfer: boolean;
}

const EMPTY: RuleFields = {
  name: "",
  text: "",
  words: "",
  regex: "",
  direction: "",
  account: "",
  min: "",
  max: "",
  currency: "",
  category: "",
  rename: "",
  tag: "",
  transfer: false,
};

/**
 * Returns the fields of a rule. If a rule has several conditions or actions of one kind, the field has the
 * first one; `readRule` keeps the others.
 */
export function writeRule(rule: RuleDraft | null): RuleFields {
  const fields = { ...EMPTY, name: rule?.name ?? "" };
  for (const condition of (rule?.conditions ?? []).filter(isFirst)) {
    writeCondition(fields, condition);
  }
  for (const action of (rule?.actions ?? []).filter(isFirst)) {
    writeAction(fields, action);
  }
  return fields;
}

function isFirst<T extends RuleCondition | RuleAction>(part: T, index: number, all: T[]): boolean {
  return all.findIndex((other) => kindOf(other) === kindOf(part)) === index;
}

function kindOf(part: RuleCondition | RuleAction): string {
  return "when" in part ? part.when : part.do;
}

function writeCondition(fields: RuleFields, condition: RuleCondition): void {
  switch (condition.when) {
    case "description_contains":
      fields.text = condition.text;
      break;
    case "description_has_words":
      fields.words = condition.words;
      break;
    case "description_matches":
      fields.regex = condition.regex;
      break;
    case "amount":
      fields.min = condition.min ? showAmount(condition.min.amount) : "";
      fields.max = condition.max ? showAmount(condition.max.amount) : "";
      fields.currency = condition.min?.currency ?? condition.max?.currency ?? "";
      break;
    case "direction":
      fields.direction = condition.direction;
      break;
    case "account":
      fields.account = condition.account;
      break;
    case "currency":
      fields.currency ||= condition.currency;
      break;
  }
}

function writeAction(fields: RuleFields, action: RuleAction): void {
  switch (action.do) {
    case "set_category":
      fields.category = action.category;
      break;
    case "rename":
      fields.rename = action.description;
      break;
    case "add_tag":
      fields.tag = action.tag;
      break;
    case "mark_transfer":
      fields.transfer = true;
      break;
  }
}

/** A limit of the amount. */
export type Limit = "min" | "max";

/** Returns the invalid limits and the reason: the text is not an amount, or its currency is missing. */
export function explainLimits(form: FormData): Partial<Record<Limit, "noAmount" | "noCurrency">> {
  const problem = (name: Limit) => {
    const typed = String(form.get(name) ?? "").trim();
    const currency = String(form.get("currency") ?? "").trim();
    if (typed === "") {
      return {};
    }
    return currency === ""
      ? { [name]: "noCurrency" }
      : readLimit(typed, currency) === null
        ? { [name]: "noAmount" }
        : {};
  };
  return { ...problem("min"), ...problem("max") };
}

function readLimit(typed: string, currency: string): string | null {
  return parseAmount(typed, digitsOf(currency));
}

/**
 * Returns the rule of a form. Further conditions and actions of one kind, which have no
 * field, are taken from `before`.
 */
export function readRule(form: FormData, before: Rule | null): RuleDraft {
  const text = (name: keyof RuleFields) => String(form.get(name) ?? "").trim();
  const rest = <T extends RuleCondition | RuleAction>(parts: T[] | undefined) =>
    (parts ?? []).filter((part, index, all) => !isFirst(part, index, all));
  return {
    name: text("name"),
    enabled: before?.enabled ?? true,
    conditions: [...readConditions(text), ...rest(before?.conditions)],
    actions: [...readActions(text), ...rest(before?.actions)],
  };
}

function readConditions(text: (name: keyof RuleFields) => string): RuleCondition[] {
  const conditions: RuleCondition[] = [];
  const direction = text("direction");
  const currency = text("currency").toUpperCase();
  const bound = (name: Limit) => {
    const amount = text(name) && currency ? readLimit(text(name), currency) : null;
    return amount === null ? undefined : { amount, currency };
  };
  const [min, max] = [bound("min"), bound("max")];
  if (text("text")) {
    conditions.push({ when: "description_contains", text: text("text") });
  }
  if (text("words")) {
    conditions.push({ when: "description_has_words", words: text("words") });
  }
  if (text("regex")) {
    conditions.push({ when: "description_matches", regex: text("regex") });
  }
  if (direction === "in" || direction === "out") {
    conditions.push({ when: "direction", direction });
  }
  if (text("account")) {
    conditions.push({ when: "account", account: text("account") });
  }
  if (min || max) {
    conditions.push({ when: "amount", ...(min && { min }), ...(max && { max }) });
  } else if (currency) {
    conditions.push({ when: "currency", currency });
  }
  return conditions;
}

function readActions(text: (name: keyof RuleFields) => string): RuleAction[] {
  const actions: RuleAction[] = [];
  if (text("category")) {
    actions.push({ do: "set_category", category: text("category") });
  }
  if (text("rename")) {
    actions.push({ do: "rename", description: text("rename") });
  }
  if (text("tag")) {
    actions.push({ do: "add_tag", tag: text("tag") });
  }
  if (text("transfer")) {
    actions.push({ do: "mark_transfer" });
  }
  return actions;
}
