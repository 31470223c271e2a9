/** Messages of the edit history, in German. */
import type * as en from "../en/edits.ts";
import { count } from "./count.ts";

export const edits: typeof en.edits = {
  title: "Änderungsverlauf",
  hint: "Alle Änderungen an Buchungen, Händlern und Konten, die neuesten zuerst.",
  none: "Bisher wurde nichts geändert.",
  open: "Änderungsverlauf zeigen",
  actions: {
    create: (number) => count(number, { one: "# Buchung hinzugefügt", other: "# Buchungen hinzugefügt" }),
    change: (number) => count(number, { one: "# Buchung geändert", other: "# Buchungen geändert" }),
    delete: (number) => count(number, { one: "# Buchung gelöscht", other: "# Buchungen gelöscht" }),
    categorize: (number) =>
      count(number, { one: "# Buchung automatisch kategorisiert", other: "# Buchungen automatisch kategorisiert" }),
    match: (number) =>
      count(number, { one: "# Buchung als Umbuchung erkannt", other: "# Buchungen als Umbuchungen erkannt" }),
    name_merchants: (number) =>
      count(number, { one: "Händler in # Buchung benannt", other: "Händler in # Buchungen benannt" }),
  },
  account: "Konto geändert",
  merged: "Konten zusammengeführt",
  first: (what) => `Die erste: ${what}`,
  andMore: (name, more) => `${name} und ${more} weitere`,
  deletedAccount: "Gelöschtes Konto",
  undo: (what) => `Rückgängig gemacht: ${what}`,
  redo: (what) => `Wiederholt: ${what}`,
  wasUndone: "Später rückgängig gemacht",
  tooLate: "Das lässt sich nicht mehr rückgängig machen, weil es schon rückgängig gemacht ist.",
};
