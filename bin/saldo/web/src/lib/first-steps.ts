/** The first steps of a new user: which are done, and where each is done. */
import type { Statement } from "../api.ts";

/** The steps, in their order, each with the page on which it is done. */
export const STEPS = {
  statement: "/statements",
  months: "/statements",
  currency: "/settings/money",
  budget: "/budget",
  ask: "/advisor",
} as const;

export type Step = keyof typeof STEPS;

/** Number of months of which trends and recurring payments can be seen. */
const MONTHS = 3;

/** The data that tells which steps are done. */
interface Known {
  statements: readonly Pick<Statement, "status" | "accounts">[];
  currency: string | null;
  budgets: number;
  threads: number;
}

/** Returns the steps that are done. */
export function doneSteps({ statements, currency, budgets, threads }: Known): Set<Step> {
  const read = statements.filter(({ status }) => status === "processed");
  const states: Record<Step, boolean> = {
    statement: read.length > 0,
    months: monthsOf(read).size >= MONTHS,
    currency: currency !== null,
    budget: budgets > 0,
    ask: threads > 0,
  };
  return new Set(Object.keys(STEPS).filter((step): step is Step => states[step as Step]));
}

/** Returns the months in which the statements have days, such as `2026-03`. At most the first few of each. */
function monthsOf(statements: Known["statements"]): Set<string> {
  const months = new Set<string>();
  for (const { periodStart, periodEnd } of statements.flatMap(({ accounts }) => accounts)) {
    if (periodStart === null || periodEnd === null) {
      continue;
    }
    const [year = 0, month = 1] = periodStart.split("-").map(Number);
    for (let after = 0; after < MONTHS; after += 1) {
      const day = new Date(Date.UTC(year, month - 1 + after, 1)).toISOString();
      if (day.slice(0, 7) <= periodEnd.slice(0, 7)) {
        months.add(day.slice(0, 7));
      }
    }
  }
  return months;
}

const KEY = "first-steps";

/** True until the user hides the steps in this browser. */
export function areStepsShown(): boolean {
  return localStorage.getItem(KEY) !== "hidden";
}

export function hideSteps(): void {
  localStorage.setItem(KEY, "hidden");
}
