/** The words of the overview, in English. */

export const overview = {
  title: "Overview",
  accounts: "Accounts",
  worth: "What you have",
  worthHint: "The sum of the last known balances, each currency by itself",
  asOf: (day: string) => `as of ${day}`,
  noBalance: "No balance known",
  attention: "Needs your attention",
  recent: "Latest entries",
  allEntries: "All entries",
};

export const accountKind = {
  checking: "Checking",
  savings: "Savings",
  card: "Credit card",
  investment: "Investments",
  cash: "Cash",
  property: "Property",
  loan: "Loan",
  other: "Account",
};
