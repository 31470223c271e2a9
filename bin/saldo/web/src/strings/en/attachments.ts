/** Messages of the attachments, in English. */
import { count } from "./count.ts";

export const attachments = {
  title: "Receipts",
  add: "Add a receipt",
  adding: "Adding…",
  photograph: "Take a photo",
  remove: (name: string) => `Delete ${name}`,
  removeBody: "The file is deleted for good.",
  text: { waiting: "Reading the text…", unavailable: "No text found; search can't find it" },
  unmatched: (number: number) =>
    count(number, { one: "# receipt has no transaction.", other: "# receipts have no transaction." }),
  unmatchedTitle: "Receipts without a transaction",
  noOffers: "No transaction has this amount and date.",
  match: "Attach",
  matchTo: (description: string) => `Attach to ${description}`,
};
