/** Messages for correcting rows and undoing corrections, in Italian. */
import type * as en from "../en/fixing.ts";
import { count } from "./count.ts";

export const fixing: typeof en.fixing = {
  correct: (description) => `Modifica la riga ${description}`,
  correctHint: "Modifica questa riga",
  newRow: "Riga mancante",
  addRow: "Aggiungi riga",
  addAbove: "Aggiungi riga sopra",
  moreRows: (number) =>
    count(number, {
      one: "Mostra ancora # riga",
      many: "Mostra altro (restano # di righe)",
      other: "Mostra altro (restano # righe)",
    }),
  addIt: "Aggiungi",
  remove: "Rimuovi",
  changeTo: (amount) => `Cambia in ${amount}`,
  amountIn: (currency) => `Importo (${currency})`,
  amountHint: "Negativo per le uscite",
  noAmount: "Inserisci un importo.",
  breaks: (printed, reached) => `L’estratto conto indica ${printed}; la somma delle righe è ${reached}.`,
  calculatedOpening: "Calcolato dal saldo iniziale",
  moreIn: (amount) =>
    `L’estratto conto mostra ${amount} in più di entrate (o in meno di uscite) rispetto a queste righe.`,
  moreOut: (amount) =>
    `L’estratto conto mostra ${amount} in più di uscite (o in meno di entrate) rispetto a queste righe.`,
  byHand:
    "Confronta le righe con la pagina e correggi ciò che è sbagliato. Il controllo si ripete subito e puoi annullare ogni correzione.",
  changed: (description) => `Modificato: ${description}`,
  added: (description) => `Aggiunto: ${description}`,
  removed: (description) => `Rimosso: ${description}`,
  causes: {
    row_doubled: (row, description) => `La riga ${row} (${description}) potrebbe essere un duplicato.`,
    row_extra: (row, description) => `La riga ${row} (${description}) potrebbe non appartenere qui.`,
    sign_flipped: (row, description) => `La riga ${row} (${description}) potrebbe avere il segno sbagliato.`,
    amount_doubled: (row, description) =>
      `L’importo della riga ${row} (${description}) potrebbe essere contato due volte.`,
    digits_swapped: (row, description) => `La riga ${row} (${description}) potrebbe avere due cifre scambiate.`,
    point_slipped: (row, description) =>
      `La riga ${row} (${description}) potrebbe avere la virgola nel posto sbagliato.`,
    digit_misread: (row, description) => `La riga ${row} (${description}) potrebbe avere una cifra letta male.`,
    row_missing: (amount, row) => `Potrebbe mancare una riga di ${amount} alla riga ${row} o prima.`,
    rows_missing: (amount) => `Potrebbero mancare righe per un totale di ${amount}.`,
    total_disagrees: (amount) => `Un totale dell’estratto conto differisce dalle righe di ${amount}.`,
    count_disagrees: "L’estratto conto indica un numero di righe diverso.",
    mixed_currencies: "Questo conto contiene due valute.",
    contradiction: "Le cifre dell’estratto conto si contraddicono.",
  },
};

export const undo: typeof en.undo = {
  undo: "Annulla",
  redo: "Ripeti",
  dismiss: "Chiudi",
  undone: "Annullato.",
  redone: "Ripetuto.",
  exceptLater: "Annullato, tranne ciò che è stato modificato nel frattempo.",
  exceptChanged: (number) =>
    count(number, {
      one: "Annullato, tranne # movimento modificato nel frattempo.",
      many: "Annullato, tranne # di movimenti modificati nel frattempo.",
      other: "Annullato, tranne # movimenti modificati nel frattempo.",
    }),
};
