/** Descriptions of rules. */
import type { RuleAction, RuleCondition, RuleDraft } from "../api-bookkeeping.ts";
import { strings } from "../strings/index.ts";
import { formatMoney } from "./money.ts";

/** Functions that return the names of ids in a rule. */
export interface Names {
  category: (id: string) => string;
  account: (id: string) => string;
}

/** Describes a rule, such as `the text contains “rent”, money out → Housing`. */
export function describeRule({ conditions, actions }: Pick<RuleDraft, "conditions" | "actions">, names: Names): string {
  const when = conditions.map((condition) => describeCondition(condition, names)).join(", ");
  return `${when} → ${actions.map((action) => describeAction(action, names)).join(", ")}`;
}

function describeCondition(condition: RuleCondition, names: Names): string {
  const words = strings.rules.when;
  switch (condition.when) {
    case "description_contains":
      return words.contains(condition.text);
    case "description_has_words":
      return words.hasWords(condition.words);
    case "description_matches":
      return words.matches(condition.regex);
    case "amount":
      return words.amount(
        condition.min ? formatMoney(condition.min.amount, condition.min.currency) : null,
        condition.max ? formatMoney(condition.max.amount, condition.max.currency) : null,
      );
    case "direction":
      return condition.direction === "in" ? strings.transactions.in : strings.transactions.out;
    case "account":
      return names.account(condition.account);
    case "currency":
      return condition.currency;
  }
}

function describeAction(action: RuleAction, names: Names): string {
  const words = strings.rules.does;
  switch (action.do) {
    case "set_category":
      return names.category(action.category);
    case "rename":
      return words.rename(action.description);
    case "add_tag":
      return `#${action.tag}`;
    case "mark_transfer":
      return words.transfer;
  }
}
