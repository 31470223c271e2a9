/** Die Wörter für das Berichtigen und Zurücknehmen, auf Deutsch. */
import type * as en from "../en/fixing.ts";
import { plural } from "../plural.ts";

const count = (number: number, one: string, other: string) => plural("de", number, one, other);

export const fixing: typeof en.fixing = {
  correct: (description) => `Die Zeile ${description} berichtigen`,
  correctHint: "Diese Zeile berichtigen",
  newRow: "Eine Zeile, die nicht gelesen wurde",
  addRow: "Zeile hinzufügen",
  addAbove: "Zeile darüber hinzufügen",
  moreRows: (number) => count(number, "Noch # Zeile zeigen", "Mehr von # weiteren Zeilen zeigen"),
  addIt: "Hinzufügen",
  remove: "Herausnehmen",
  makeIt: (amount) => `Auf ${amount} setzen`,
  amountIn: (currency) => `Betrag, ${currency}`,
  amountHint: "Mit Minus, wenn Geld hinausging",
  noAmount: "Das ist kein Betrag.",
  breaks: (printed, reached) => `Gedruckt ist ${printed}; die Zeilen ergeben ${reached}.`,
  reckoned: "Aus dem Anfangssaldo errechnet",
  moreIn: (amount) =>
    `Nach den gedruckten Zahlen kam ${amount} mehr herein oder ging weniger hinaus, als diese Zeilen sagen.`,
  moreOut: (amount) =>
    `Nach den gedruckten Zahlen ging ${amount} mehr hinaus oder kam weniger herein, als diese Zeilen sagen.`,
  byHand:
    "Vergleiche die Zeilen mit der Seite und berichtige, was nicht stimmt: Es wird sofort neu geprüft und lässt sich zurücknehmen.",
  changed: (description) => `Berichtigt: ${description}`,
  added: (description) => `Hinzugefügt: ${description}`,
  removed: (description) => `Herausgenommen: ${description}`,
  causes: {
    row_doubled: (row, description) => `Zeile ${row}, ${description}, kann doppelt dastehen.`,
    row_extra: (row, description) => `Zeile ${row}, ${description}, kann eine zu viel sein.`,
    sign_flipped: (row, description) => `Das Vorzeichen von Zeile ${row}, ${description}, kann falsch sein.`,
    amount_doubled: (row, description) => `Der Betrag von Zeile ${row}, ${description}, kann verdoppelt sein.`,
    digits_swapped: (row, description) => `In Zeile ${row}, ${description}, können zwei Ziffern vertauscht sein.`,
    point_slipped: (row, description) => `In Zeile ${row}, ${description}, kann das Komma verrutscht sein.`,
    digit_misread: (row, description) => `In Zeile ${row}, ${description}, kann eine Ziffer falsch sein.`,
    row_missing: (amount, row) => `In oder vor Zeile ${row} kann eine Zeile über ${amount} fehlen.`,
    rows_missing: (amount) => `Zeilen über zusammen ${amount} können fehlen.`,
    total_disagrees: (amount) => `Eine gedruckte Summe weicht um ${amount} von der Summe der Zeilen ab.`,
    count_disagrees: "Der Auszug nennt eine andere Zahl von Zeilen, als gelesen wurden.",
    mixed_currencies: "In einem Konto stehen zwei Währungen.",
    contradiction: "Die gedruckten Zahlen widersprechen einander.",
  },
};

export const undo: typeof en.undo = {
  undo: "Rückgängig",
  redo: "Wiederholen",
  dismiss: "Ausblenden",
  undone: "Zurückgenommen.",
  redone: "Wiederholt.",
  kept: (number) =>
    count(
      number,
      "Zurückgenommen; # Buchung wurde inzwischen wieder geändert und bleibt.",
      "Zurückgenommen; # Buchungen wurden inzwischen wieder geändert und bleiben.",
    ),
};
