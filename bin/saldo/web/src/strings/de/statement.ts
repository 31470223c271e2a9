/** Die Wörter eines Auszugs und seines Beweises, auf Deutsch. */
import type * as en from "../en/statement.ts";
import { plural } from "../plural.ts";

const count = (number: number, one: string, other: string) => plural("de", number, one, other);

export const statement: typeof en.statement = {
  back: "Auszüge",
  page: "Seite",
  rows: "Buchungen",
  views: "Ansichten des Auszugs",
  date: "Datum",
  description: "Text",
  amount: "Betrag",
  balance: "Saldo",
  balanceOf: (amount) => `bleiben ${amount}`,
  opening: "Anfangssaldo",
  moneyIn: "Eingänge",
  moneyOut: "Ausgänge",
  closing: "Endsaldo",
  expected: "Anfangssaldo und Buchungen ergeben",
  difference: "Unterschied",
  brokenHere: "Hier stimmt der gedruckte Saldo nicht mehr",
  causes: "Was geschehen sein kann",
  checks: "Was geprüft wurde",
  download: "Ursprüngliche Datei",
  again: "Noch einmal lesen",
  delete: "Löschen",
  deleteTitle: "Diesen Auszug löschen?",
  deleteBody: (name) =>
    `${name} und die Buchungen, die nur darauf stehen, werden entfernt. Das lässt sich nicht rückgängig machen.`,
  deleteConfirm: "Löschen",
  none: "Es wurden keine Buchungen gelesen.",
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  previousPage: "Vorige Seite",
  nextPage: "Nächste Seite",
  pageLabel: (page) => `Seite ${page} des Auszugs, als Bild`,
  pageFailed: "Die Seite lässt sich hier nicht zeigen. Die ursprüngliche Datei lässt sich herunterladen.",
  spot: (description) => `Die Buchung ${description} auf der Seite zeigen`,
  readBy: {
    layout: "Auf diesem Rechner gelesen, aus der Anordnung der Seite",
    model: "Von einem Sprachmodell gelesen, jede Zeile auf der Seite wiedergefunden",
    picture: "Aus einem Bild der Seite gelesen: bitte die Texte prüfen",
    import: "Aus einer Datendatei übernommen",
  },
  uploadedAt: (moment) => `Hochgeladen ${moment}`,
};

export const witness: typeof en.witness = {
  opening_and_closing: (holds) =>
    holds ? "Anfangssaldo + Buchungen = Endsaldo" : "Anfangssaldo + Buchungen ≠ Endsaldo",
  running_balances: (printed, holding) =>
    holding === printed
      ? count(printed, "Der laufende Saldo stimmt in seiner Zeile", "Der laufende Saldo stimmt in allen # Zeilen")
      : `Der laufende Saldo stimmt in ${holding} von ${printed} Zeilen`,
  total_in: (holds) =>
    holds ? "Die gedruckte Summe der Eingänge stimmt" : "Die gedruckte Summe der Eingänge weicht ab",
  total_out: (holds) =>
    holds ? "Die gedruckte Summe der Ausgänge stimmt" : "Die gedruckte Summe der Ausgänge weicht ab",
  count: (holds) => (holds ? "Die gedruckte Zahl der Buchungen stimmt" : "Die gedruckte Zahl der Buchungen weicht ab"),
};
