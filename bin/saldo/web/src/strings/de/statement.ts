/** Messages of the page of one statement and its proof, in German. */
import type * as en from "../en/statement.ts";
import { count } from "./count.ts";

export const statement: typeof en.statement = {
  back: "Auszüge",
  page: "Seite",
  rows: "Buchungen",
  views: "Ansichten des Auszugs",
  date: "Datum",
  description: "Beschreibung",
  amount: "Betrag",
  balance: "Saldo",
  balanceOf: (amount) => `Saldo ${amount}`,
  opening: "Anfangssaldo",
  moneyIn: "Eingänge",
  moneyOut: "Ausgänge",
  closing: "Endsaldo",
  expected: "Anfangssaldo plus Buchungen",
  difference: "Differenz",
  stopsAddingUp: "Ab hier geht der Saldo nicht mehr auf",
  causes: "Mögliche Ursachen",
  checks: "Prüfungen",
  download: "Originaldatei",
  again: "Neu lesen",
  delete: "Löschen",
  deleteTitle: "Diesen Auszug löschen?",
  deleteBody: (name) =>
    `${name} und die Buchungen, die nur darin vorkommen, werden gelöscht. Das lässt sich nicht rückgängig machen.`,
  deleteConfirm: "Löschen",
  none: "Keine Buchungen gefunden.",
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  previousPage: "Vorige Seite",
  nextPage: "Nächste Seite",
  pageLabel: (page) => `Bild von Seite ${page} des Auszugs`,
  pageFailed: "Diese Seite lässt sich nicht anzeigen. Du kannst die Originaldatei herunterladen.",
  spot: (description) => `Buchung ${description} anzeigen`,
  readBy: {
    layout: "Auf diesem Server anhand des Seitenlayouts gelesen",
    model: "Von einem Sprachmodell gelesen; jede Zeile wurde auf der Seite gefunden",
    picture: "Aus einem Scan gelesen: Prüfe die Beschreibungen",
    import: "Aus einer Exportdatei importiert",
  },
  uploadedAt: (moment) => `Hochgeladen ${moment}`,
};

export const witness: typeof en.witness = {
  opening_and_closing: (holds) =>
    holds ? "Anfangssaldo + Buchungen = Endsaldo" : "Anfangssaldo + Buchungen ≠ Endsaldo",
  running_balances: (printed, holding) =>
    holding === printed
      ? count(printed, {
          one: "Der einzige laufende Saldo stimmt",
          other: "Der laufende Saldo stimmt in allen # Zeilen",
        })
      : `Der laufende Saldo stimmt in ${holding} von ${printed} Zeilen`,
  total_in: (holds) =>
    holds ? "Summe der Eingänge stimmt mit dem Auszug überein" : "Summe der Eingänge weicht vom Auszug ab",
  total_out: (holds) =>
    holds ? "Summe der Ausgänge stimmt mit dem Auszug überein" : "Summe der Ausgänge weicht vom Auszug ab",
  count: (holds) =>
    holds ? "Anzahl der Buchungen stimmt mit dem Auszug überein" : "Anzahl der Buchungen weicht vom Auszug ab",
  other_balances: (printed, holding) => `Wiederholte Salden: ${holding} von ${printed} stimmen`,
  sums: (printed, holding) => `Summen auf den Seiten: ${holding} von ${printed} stimmen`,
  daily_balances: (printed, holding) => `Tagessalden: ${holding} von ${printed} stimmen`,
};
