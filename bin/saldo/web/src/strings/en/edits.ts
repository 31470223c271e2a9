/** Messages of the edit history, in English. */
import { count } from "./count.ts";

export const edits = {
  title: "Edit history",
  hint: "Every change of transactions, merchants and accounts, newest first.",
  none: "Nothing has been changed yet.",
  open: "Show edit history",
  actions: {
    create: (number: number) => count(number, { one: "# transaction added", other: "# transactions added" }),
    change: (number: number) => count(number, { one: "# transaction changed", other: "# transactions changed" }),
    delete: (number: number) => count(number, { one: "# transaction deleted", other: "# transactions deleted" }),
    categorize: (number: number) =>
      count(number, {
        one: "# transaction categorized automatically",
        other: "# transactions categorized automatically",
      }),
    match: (number: number) =>
      count(number, { one: "# transaction matched as a transfer", other: "# transactions matched as transfers" }),
    name_merchants: (number: number) =>
      count(number, { one: "Merchant named in # transaction", other: "Merchants named in # transactions" }),
  },
  account: "Account changed",
  merged: "Accounts merged",
  first: (what: string) => `First: ${what}`,
  andMore: (name: string, more: number) => `${name} and ${more} more`,
  deletedAccount: "Deleted account",
  undo: (what: string) => `Undone: ${what}`,
  redo: (what: string) => `Redone: ${what}`,
  wasUndone: "Undone later",
  tooLate: "This can’t be undone anymore, because it is undone already.",
};
