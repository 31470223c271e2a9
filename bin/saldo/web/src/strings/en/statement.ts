/** The words of one statement and its proof, in English. */
import { plural } from "../plural.ts";

const count = (number: number, one: string, other: string) => plural("en", number, one, other);

export const statement = {
  back: "Statements",
  page: "Page",
  rows: "Entries",
  views: "Views of the statement",
  date: "Date",
  description: "Description",
  amount: "Amount",
  balance: "Balance",
  balanceOf: (amount: string) => `leaves ${amount}`,
  opening: "Opening balance",
  moneyIn: "Money in",
  moneyOut: "Money out",
  closing: "Closing balance",
  expected: "Opening and entries come to",
  difference: "Difference",
  brokenHere: "The printed balance breaks here",
  causes: "What may have happened",
  checks: "What was checked",
  download: "Original file",
  again: "Read it again",
  delete: "Delete",
  deleteTitle: "Delete this statement?",
  deleteBody: (name: string) => `${name} and the entries that only it printed are removed. This cannot be undone.`,
  deleteConfirm: "Delete it",
  none: "No entries were read.",
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previousPage: "Previous page",
  nextPage: "Next page",
  pageLabel: (page: number) => `Page ${page} of the statement, as a picture`,
  pageFailed: "The page cannot be shown here. The original file can be downloaded.",
  spot: (description: string) => `Show the entry ${description}`,
  readBy: {
    layout: "Read on this machine, from the layout of the page",
    model: "Read by a language model, each row found again on the page",
    picture: "Read from a picture of the page: check the descriptions",
    import: "Imported from a data file",
  },
  uploadedAt: (moment: string) => `Uploaded ${moment}`,
};

export const witness = {
  opening_and_closing: (holds: boolean): string =>
    holds ? "Opening balance + entries = closing balance" : "Opening balance + entries ≠ closing balance",
  running_balances: (printed: number, holding: number) =>
    holding === printed
      ? count(printed, "The running balance holds at its row", "The running balance holds at all # rows")
      : `The running balance holds at ${holding} of ${printed} rows`,
  total_in: (holds: boolean): string =>
    holds ? "The printed total of money in agrees" : "The printed total of money in differs",
  total_out: (holds: boolean): string =>
    holds ? "The printed total of money out agrees" : "The printed total of money out differs",
  count: (holds: boolean): string =>
    holds ? "The printed number of entries agrees" : "The printed number of entries differs",
};
