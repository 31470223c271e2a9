/** The order of goals, and the facts that a goal shows. */
import type { Goal } from "../api-goals.ts";
import { locale, strings } from "../strings/index.ts";
import { formatDay, formatMonth } from "./date.ts";
import { formatMoney } from "./money.ts";

/** A fact of a goal: its name, its value, and more about it. An unknown value is the reason. */
export interface GoalFact {
  name: string;
  value: string;
  detail?: string;
  isUnknown?: boolean;
}

/** Returns the filled part of a goal's bar in percent. */
export function savedPercent({ progress }: Goal): number {
  return Math.min(100, Math.max(0, progress.percent ?? 0));
}

/** Returns the saved amount and its share of the target, or the reason for which it is unknown. */
export function savedWords({ progress, target, currency }: Goal): string {
  const words = strings.goals;
  if (progress.saved === null || progress.percent === null) {
    return progress.savedUnknown === null ? "" : words.unknown[progress.savedUnknown];
  }
  const saved = words.savedOf(formatMoney(progress.saved, currency), formatMoney(target, currency));
  const percent = new Intl.NumberFormat(locale(), { style: "percent" }).format(progress.percent / 100);
  return `${saved} · ${percent}`;
}

/** Returns the facts of a goal: what is missing, what is needed, the pace, and the forecast. */
export function factsOf(goal: Goal): GoalFact[] {
  const { progress, currency, targetDate } = goal;
  const words = strings.goals;
  if (progress.remaining === null || progress.reached === true) {
    return [];
  }
  const unknown = (name: string, reason: Goal["progress"]["savedUnknown"]): GoalFact[] =>
    reason === null ? [] : [{ name, value: words.unknown[reason], isUnknown: true }];
  const needed: GoalFact[] =
    progress.neededPerMonth === null || targetDate === null
      ? unknown(words.needed, progress.neededUnknown)
      : [
          {
            name: words.needed,
            value: formatMoney(progress.neededPerMonth, currency),
            detail: words.monthsUntil(progress.monthsLeft ?? 0, formatDay(targetDate)),
          },
        ];
  const pace: GoalFact[] = progress.pace
    ? [
        {
          name: words.pace,
          value: words.perMonth(formatMoney(progress.pace.perMonth, currency, "always")),
          detail: words.paceOf(formatMonth(`${progress.pace.from}-01`), formatMonth(`${progress.pace.to}-01`)),
        },
      ]
    : unknown(words.pace, progress.paceUnknown);
  const forecast: GoalFact[] = progress.reachedIn
    ? [{ name: words.forecast, value: formatMonth(`${progress.reachedIn}-01`) }]
    : progress.reachedUnknown === progress.paceUnknown
      ? []
      : unknown(words.forecast, progress.reachedUnknown);
  return [{ name: words.remaining, value: formatMoney(progress.remaining, currency) }, ...needed, ...pace, ...forecast];
}
