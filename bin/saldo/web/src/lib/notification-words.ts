/** The words of notifications. */
import type { Facts, Kind } from "../api-notifications.ts";
import { strings } from "../strings/index.ts";
import { formatDay } from "./date.ts";
import { formatMoney } from "./money.ts";

/** All kinds, in the order of the settings. */
export const KINDS: readonly Kind[] = [
  "statement_unbalanced",
  "statement_missing",
  "budget_reached",
  "bill_due",
  "bill_missing",
  "price_rose",
  "unusual_amount",
  "backup_failed",
  "feed_failed",
  "weekly_digest",
  "monthly_digest",
];

/** Returns the text of a notification. `name` replaces the stored name of its subject. */
export function describeEvent(facts: Facts, name: string = facts.name ?? ""): string {
  const money = (amount: string | null | undefined) =>
    amount && facts.currency ? formatMoney(amount, facts.currency) : "";
  return strings.notifications.texts[facts.kind]({
    name,
    amount: money(facts.amount),
    compared: money(facts.compared),
    percent: `${facts.percent ?? ""}`,
    from: facts.from ? formatDay(facts.from) : "",
    to: facts.to ? formatDay(facts.to) : "",
  });
}
