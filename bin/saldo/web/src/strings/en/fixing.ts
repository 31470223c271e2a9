/** Messages for correcting rows and undoing corrections, in English. */
import { count } from "./count.ts";

export const fixing = {
  correct: (description: string) => `Edit row ${description}`,
  correctHint: "Edit this row",
  newRow: "Missing row",
  addRow: "Add row",
  addAbove: "Add row above",
  moreRows: (number: number) => count(number, { one: "Show # more row", other: "Show more (# rows left)" }),
  addIt: "Add",
  remove: "Remove",
  changeTo: (amount: string) => `Change to ${amount}`,
  amountIn: (currency: string) => `Amount (${currency})`,
  amountHint: "Negative for money out",
  noAmount: "Enter an amount.",
  breaks: (printed: string, reached: string) => `The statement says ${printed}; the rows add up to ${reached}.`,
  calculatedOpening: "Calculated from the opening balance",
  moreIn: (amount: string) => `The statement shows ${amount} more in (or less out) than these rows.`,
  moreOut: (amount: string) => `The statement shows ${amount} more out (or less in) than these rows.`,
  byHand:
    "Compare the rows with the page and correct what’s wrong. The check runs again at once, and you can undo each correction.",
  changed: (description: string) => `Updated: ${description}`,
  added: (description: string) => `Added: ${description}`,
  removed: (description: string) => `Removed: ${description}`,
  causes: {
    row_doubled: (row: number, description: string) => `Row ${row} (${description}) may be a duplicate.`,
    row_extra: (row: number, description: string) => `Row ${row} (${description}) may not belong here.`,
    sign_flipped: (row: number, description: string) => `Row ${row} (${description}) may have the wrong sign.`,
    amount_doubled: (row: number, description: string) =>
      `The amount of row ${row} (${description}) may be counted twice.`,
    digits_swapped: (row: number, description: string) => `Row ${row} (${description}) may have two digits swapped.`,
    point_slipped: (row: number, description: string) =>
      `Row ${row} (${description}) may have a misplaced decimal point.`,
    digit_misread: (row: number, description: string) => `Row ${row} (${description}) may have a misread digit.`,
    row_missing: (amount: string, row: number) => `A row of ${amount} may be missing at or before row ${row}.`,
    rows_missing: (amount: string) => `Rows totaling ${amount} may be missing.`,
    total_disagrees: (amount: string) => `A total on the statement differs from the rows by ${amount}.`,
    count_disagrees: "The statement lists a different number of rows.",
    mixed_currencies: "This account contains two currencies.",
    contradiction: "The figures on the statement contradict each other.",
  },
};

export const undo = {
  undo: "Undo",
  redo: "Redo",
  dismiss: "Dismiss",
  undone: "Undone.",
  redone: "Redone.",
  exceptLater: "Undone, except what was changed since then.",
  exceptChanged: (number: number) =>
    count(number, {
      one: "Undone, except # transaction changed since then.",
      other: "Undone, except # transactions changed since then.",
    }),
};
