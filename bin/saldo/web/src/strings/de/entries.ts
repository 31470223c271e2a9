/** Die Wörter der Liste der Buchungen, auf Deutsch. */
import type * as en from "../en/entries.ts";
import { plural } from "../plural.ts";

const count = (number: number, one: string, other: string) => plural("de", number, one, other);

export const entries: typeof en.entries = {
  title: "Buchungen",
  search: "In den Texten suchen",
  account: "Konto",
  allAccounts: "Alle Konten",
  category: "Kategorie",
  allCategories: "Alle Kategorien",
  uncategorised: "Ohne Kategorie",
  from: "Von",
  to: "Bis",
  direction: "Richtung",
  both: "Ein- und Ausgänge",
  in: "Eingänge",
  out: "Ausgänge",
  sort: "Reihenfolge",
  newest: "Neueste zuerst",
  oldest: "Älteste zuerst",
  largest: "Größte zuerst",
  clear: "Filter löschen",
  filters: "Filter",
  moreFilters: "Weitere Filter",
  none: "Keine Buchung passt.",
  noneYet: "Es gibt noch keine Buchungen. Sie kommen aus deinen Auszügen.",
  shown: (number, all) =>
    all ? count(number, "# Buchung", "# Buchungen") : count(number, "# Buchung bisher", "# Buchungen bisher"),
  edit: "Text ändern",
  keys: "Tasten: j und k bewegen, e ändert, c setzt die Kategorie, / sucht",
  toStatement: "Ihren Auszug öffnen",
};
