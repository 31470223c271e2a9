/** Messages of the page of one statement and its proof, in English. */
import { count } from "./count.ts";

export const statement = {
  back: "Statements",
  page: "Page",
  rows: "Transactions",
  views: "Views of the statement",
  date: "Date",
  description: "Description",
  amount: "Amount",
  balance: "Balance",
  balanceOf: (amount: string) => `balance ${amount}`,
  opening: "Opening balance",
  moneyIn: "Money in",
  moneyOut: "Money out",
  closing: "Closing balance",
  expected: "Opening balance plus transactions",
  difference: "Difference",
  stopsAddingUp: "The balance stops adding up here",
  causes: "Possible causes",
  checks: "Checks",
  download: "Original file",
  again: "Re-read",
  delete: "Delete",
  deleteTitle: "Delete this statement?",
  deleteBody: (name: string) => `${name} and the transactions found only in it will be deleted. You can’t undo this.`,
  deleteConfirm: "Delete",
  none: "No transactions found.",
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previousPage: "Previous page",
  nextPage: "Next page",
  pageLabel: (page: number) => `Image of page ${page} of the statement`,
  pageFailed: "This page can’t be displayed. You can download the original file.",
  spot: (description: string) => `Show transaction ${description}`,
  readBy: {
    layout: "Read on this server from the page layout",
    model: "Read by a language model; each row was found on the page",
    picture: "Read from a scanned image: check the descriptions",
    import: "Imported from a data file",
  },
  uploadedAt: (moment: string) => `Uploaded ${moment}`,
};

export const witness = {
  opening_and_closing: (holds: boolean): string =>
    holds ? "Opening balance + transactions = closing balance" : "Opening balance + transactions ≠ closing balance",
  running_balances: (printed: number, holding: number) =>
    holding === printed
      ? count(printed, {
          one: "The only running balance is correct",
          other: "The running balance is correct in all # rows",
        })
      : `The running balance is correct in ${holding} of ${printed} rows`,
  total_in: (holds: boolean): string =>
    holds ? "Total money in matches the statement" : "Total money in differs from the statement",
  total_out: (holds: boolean): string =>
    holds ? "Total money out matches the statement" : "Total money out differs from the statement",
  count: (holds: boolean): string =>
    holds ? "Number of transactions matches the statement" : "Number of transactions differs from the statement",
  other_balances: (printed: number, holding: number) => `Repeated balances: ${holding} of ${printed} match`,
  sums: (printed: number, holding: number) => `Totals on the pages: ${holding} of ${printed} match`,
  daily_balances: (printed: number, holding: number) => `Daily balances: ${holding} of ${printed} match`,
};
