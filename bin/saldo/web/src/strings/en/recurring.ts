/** Messages of the recurring payments, in English. */
import { count } from "./count.ts";

export const recurring = {
  title: "Recurring payments",
  hint: "Payments and income that repeat at regular intervals, found in your transactions. Ignored ones are left out of upcoming payments, forecasts and answers.",
  none: "No recurring payments found yet. A series needs three payments; a yearly one needs two.",
  groups: {
    fixed: "Subscriptions and fixed payments",
    varying: "Bills with varying amounts",
    income: "Income",
  },
  next: (day: string) => `next ${day}`,
  last: (day: string) => `last ${day}`,
  price: (before: string, day: string) => `${before} before ${day}`,
  isConfirmed: "Confirmed",
  confirm: "Confirm",
  ignore: "Ignore",
  restore: "Restore",
  clear: "Remove confirmation",
  confirmed: (name: string) => `“${name}” is confirmed.`,
  ignored: (name: string) => `“${name}” is ignored.`,
  cleared: (name: string) => `The decision about “${name}” is removed.`,
  ignoredCount: (number: number) => count(number, { one: "# ignored", other: "# ignored" }),
  endedCount: (number: number) => count(number, { one: "# ended", other: "# ended" }),
  ahead: "Next 30 days",
  aheadHint: (day: string) => `Expected after ${day}, the date of your latest transaction. None of it is booked yet.`,
  nothingAhead: "No payments are expected in these days.",
  expectedOut: "Expected payments",
  expectedIn: "Expected income",
};
