/** Messages for correcting rows and undoing corrections, in Dutch. */
import type * as en from "../en/fixing.ts";
import { count } from "./count.ts";

export const fixing: typeof en.fixing = {
  correct: (description) => `Rij ${description} bewerken`,
  correctHint: "Deze rij bewerken",
  newRow: "Ontbrekende rij",
  addRow: "Rij toevoegen",
  addAbove: "Rij erboven toevoegen",
  moreRows: (number) => count(number, { one: "Nog # rij tonen", other: "Meer tonen (nog # rijen)" }),
  addIt: "Toevoegen",
  remove: "Verwijderen",
  changeTo: (amount) => `Wijzigen in ${amount}`,
  amountIn: (currency) => `Bedrag (${currency})`,
  amountHint: "Negatief voor geld af",
  noAmount: "Vul een bedrag in.",
  breaks: (printed, reached) => `Op het afschrift staat ${printed}; de rijen komen uit op ${reached}.`,
  calculatedOpening: "Berekend uit het beginsaldo",
  moreIn: (amount) => `Volgens het afschrift is er ${amount} meer bij (of minder af) dan deze rijen tonen.`,
  moreOut: (amount) => `Volgens het afschrift is er ${amount} meer af (of minder bij) dan deze rijen tonen.`,
  byHand:
    "Vergelijk de rijen met de pagina en verbeter wat fout is. De controle loopt meteen opnieuw, en je kunt elke correctie ongedaan maken.",
  changed: (description) => `Gewijzigd: ${description}`,
  added: (description) => `Toegevoegd: ${description}`,
  removed: (description) => `Verwijderd: ${description}`,
  causes: {
    row_doubled: (row, description) => `Rij ${row} (${description}) is misschien een duplicaat.`,
    row_extra: (row, description) => `Rij ${row} (${description}) hoort hier misschien niet.`,
    sign_flipped: (row, description) => `Rij ${row} (${description}) heeft misschien het verkeerde teken.`,
    amount_doubled: (row, description) => `Het bedrag van rij ${row} (${description}) is misschien dubbel geteld.`,
    digits_swapped: (row, description) => `In rij ${row} (${description}) zijn misschien twee cijfers verwisseld.`,
    point_slipped: (row, description) => `In rij ${row} (${description}) staat de komma misschien verkeerd.`,
    digit_misread: (row, description) => `In rij ${row} (${description}) is misschien een cijfer verkeerd gelezen.`,
    row_missing: (amount, row) => `Misschien ontbreekt een rij van ${amount} bij of vóór rij ${row}.`,
    rows_missing: (amount) => `Misschien ontbreken rijen van samen ${amount}.`,
    total_disagrees: (amount) => `Een totaal op het afschrift wijkt ${amount} af van de rijen.`,
    count_disagrees: "Het afschrift noemt een ander aantal rijen.",
    mixed_currencies: "Deze rekening bevat twee valuta’s.",
    contradiction: "De getallen op het afschrift spreken elkaar tegen.",
  },
};

export const undo: typeof en.undo = {
  undo: "Ongedaan maken",
  redo: "Opnieuw uitvoeren",
  dismiss: "Sluiten",
  undone: "Ongedaan gemaakt.",
  redone: "Opnieuw uitgevoerd.",
  exceptLater: "Ongedaan gemaakt, behalve wat daarna is gewijzigd.",
  exceptChanged: (number) =>
    count(number, {
      one: "Ongedaan gemaakt, behalve # transactie die daarna is gewijzigd.",
      other: "Ongedaan gemaakt, behalve # transacties die daarna zijn gewijzigd.",
    }),
};
