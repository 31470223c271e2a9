/** Messages of the attachments, in Dutch. */
import type * as en from "../en/attachments.ts";
import { count } from "./count.ts";

export const attachments: typeof en.attachments = {
  title: "Bonnen",
  add: "Bon toevoegen",
  adding: "Toevoegen…",
  photograph: "Foto maken",
  remove: (name) => `${name} verwijderen`,
  removeBody: "Het bestand wordt definitief verwijderd.",
  text: { waiting: "Tekst lezen…", unavailable: "Geen tekst gevonden; zoeken vindt deze niet" },
  unmatched: (number) => count(number, { one: "# bon zonder transactie.", other: "# bonnen zonder transactie." }),
  unmatchedTitle: "Bonnen zonder transactie",
  noOffers: "Geen transactie heeft dit bedrag en deze datum.",
  match: "Koppelen",
  matchTo: (description) => `Koppelen aan ${description}`,
};
