/** Messages for correcting rows and undoing corrections, in German. */
import type * as en from "../en/fixing.ts";
import { count } from "./count.ts";

export const fixing: typeof en.fixing = {
  correct: (description) => `Zeile ${description} bearbeiten`,
  correctHint: "Diese Zeile bearbeiten",
  newRow: "Fehlende Zeile",
  addRow: "Zeile hinzufügen",
  addAbove: "Zeile darüber hinzufügen",
  moreRows: (number) => count(number, { one: "Noch # Zeile anzeigen", other: "Mehr anzeigen (noch # Zeilen)" }),
  addIt: "Hinzufügen",
  remove: "Entfernen",
  changeTo: (amount) => `Auf ${amount} ändern`,
  amountIn: (currency) => `Betrag (${currency})`,
  amountHint: "Negativ bei Ausgängen",
  noAmount: "Gib einen Betrag ein.",
  breaks: (printed, reached) => `Auf dem Auszug steht ${printed}; die Zeilen ergeben ${reached}.`,
  calculatedOpening: "Aus dem Anfangssaldo berechnet",
  moreIn: (amount) => `Laut Auszug gingen ${amount} mehr ein (oder weniger aus), als diese Zeilen zeigen.`,
  moreOut: (amount) => `Laut Auszug gingen ${amount} mehr aus (oder weniger ein), als diese Zeilen zeigen.`,
  byHand:
    "Vergleiche die Zeilen mit der Seite und korrigiere, was nicht stimmt. Die Prüfung läuft sofort neu, und du kannst jede Korrektur rückgängig machen.",
  changed: (description) => `Geändert: ${description}`,
  added: (description) => `Hinzugefügt: ${description}`,
  removed: (description) => `Entfernt: ${description}`,
  causes: {
    row_doubled: (row, description) => `Zeile ${row} (${description}) ist vielleicht ein Duplikat.`,
    row_extra: (row, description) => `Zeile ${row} (${description}) gehört vielleicht nicht hierher.`,
    sign_flipped: (row, description) => `Zeile ${row} (${description}) hat vielleicht das falsche Vorzeichen.`,
    amount_doubled: (row, description) =>
      `Der Betrag von Zeile ${row} (${description}) ist vielleicht doppelt gezählt.`,
    digits_swapped: (row, description) => `In Zeile ${row} (${description}) sind vielleicht zwei Ziffern vertauscht.`,
    point_slipped: (row, description) => `In Zeile ${row} (${description}) ist vielleicht das Komma verrutscht.`,
    digit_misread: (row, description) =>
      `In Zeile ${row} (${description}) wurde vielleicht eine Ziffer falsch gelesen.`,
    row_missing: (amount, row) => `Bei oder vor Zeile ${row} fehlt vielleicht eine Zeile über ${amount}.`,
    rows_missing: (amount) => `Vielleicht fehlen Zeilen über insgesamt ${amount}.`,
    total_disagrees: (amount) => `Eine Summe auf dem Auszug weicht um ${amount} von den Zeilen ab.`,
    count_disagrees: "Der Auszug nennt eine andere Anzahl von Zeilen.",
    mixed_currencies: "Dieses Konto enthält zwei Währungen.",
    contradiction: "Die Zahlen auf dem Auszug widersprechen sich.",
  },
};

export const undo: typeof en.undo = {
  undo: "Rückgängig",
  redo: "Wiederholen",
  dismiss: "Ausblenden",
  undone: "Rückgängig gemacht.",
  redone: "Wiederholt.",
  exceptLater: "Rückgängig gemacht, bis auf das, was seitdem geändert wurde.",
  exceptChanged: (number) =>
    count(number, {
      one: "Rückgängig gemacht, bis auf # Buchung, die seitdem geändert wurde.",
      other: "Rückgängig gemacht, bis auf # Buchungen, die seitdem geändert wurden.",
    }),
};
