/** The words for correcting what was read and taking corrections back, in English. */
import { plural } from "../plural.ts";

const count = (number: number, one: string, other: string) => plural("en", number, one, other);

export const fixing = {
  correct: (description: string) => `Correct the row ${description}`,
  correctHint: "Correct this row",
  newRow: "A row that was not read",
  addRow: "Add a row",
  addAbove: "Add a row above",
  moreRows: (number: number) => count(number, "Show # more row", "Show more of # further rows"),
  addIt: "Add it",
  remove: "Take it out",
  makeIt: (amount: string) => `Make it ${amount}`,
  amountIn: (currency: string) => `Amount, ${currency}`,
  amountHint: "With a minus when money went out",
  noAmount: "This is not an amount.",
  breaks: (printed: string, reached: string) => `${printed} is printed; the rows come to ${reached}.`,
  reckoned: "Worked out from the opening balance",
  moreIn: (amount: string) => `By the printed figures ${amount} more came in, or less went out, than these rows say.`,
  moreOut: (amount: string) => `By the printed figures ${amount} more went out, or less came in, than these rows say.`,
  byHand:
    "Compare the rows with the page and correct what is wrong: it is checked again at once, and can be taken back.",
  changed: (description: string) => `Corrected: ${description}`,
  added: (description: string) => `Added: ${description}`,
  removed: (description: string) => `Taken out: ${description}`,
  causes: {
    row_doubled: (row: number, description: string) => `Row ${row}, ${description}, may stand there twice.`,
    row_extra: (row: number, description: string) => `Row ${row}, ${description}, may be one too many.`,
    sign_flipped: (row: number, description: string) => `The sign of row ${row}, ${description}, may be wrong.`,
    amount_doubled: (row: number, description: string) => `The amount of row ${row}, ${description}, may be doubled.`,
    digits_swapped: (row: number, description: string) => `Two digits of row ${row}, ${description}, may be swapped.`,
    point_slipped: (row: number, description: string) =>
      `The decimal point of row ${row}, ${description}, may have slipped.`,
    digit_misread: (row: number, description: string) => `A digit of row ${row}, ${description}, may be wrong.`,
    row_missing: (amount: string, row: number) => `A row of ${amount} may be missing at or before row ${row}.`,
    rows_missing: (amount: string) => `Rows of ${amount} together may be missing.`,
    total_disagrees: (amount: string) => `A printed total is ${amount} away from what the rows add up to.`,
    count_disagrees: "The statement prints another number of rows than were read.",
    mixed_currencies: "Two currencies stand in one account.",
    contradiction: "The printed figures contradict each other.",
  },
};

export const undo = {
  undo: "Undo",
  redo: "Do it again",
  dismiss: "Hide this",
  undone: "Taken back.",
  redone: "Done again.",
  kept: (number: number) =>
    count(
      number,
      "Taken back, but # entry was changed since and stays.",
      "Taken back, but # entries were changed since and stay.",
    ),
};
