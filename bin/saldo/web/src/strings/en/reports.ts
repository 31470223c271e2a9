/** Messages of the reports page, in English. */
import { count } from "./count.ts";

export const reports = {
  title: "Reports",
  choices: "Report",
  show: "Figure",
  shows: { spent: "Money out", received: "Money in", net: "Net" },
  by: "Group by",
  groupings: { category: "Category", merchant: "Merchant", account: "Account", month: "Month", weekday: "Weekday" },
  period: "Period",
  periods: {
    month: "Latest month",
    threeMonths: "Last 3 months",
    twelveMonths: "Last 12 months",
    year: "This year",
    lastYear: "Last year",
    all: "All time",
    custom: "Other dates",
  },
  compare: "Compare with",
  compares: { none: "Nothing", previous: "The period before", yearBefore: "The year before" },
  before: "Before",
  change: "Change",
  none: "No transactions in this period.",
  against: (period: string) => `compared with ${period}`,
  shown: (shown: number, all: number) => `The first ${shown} of ${all} rows; the CSV file has all of them.`,
  smaller: (number: number) => count(number, { one: "# smaller", other: "# smaller" }),
};
