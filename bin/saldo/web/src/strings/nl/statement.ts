/** Messages of the page of one statement and its proof, in Dutch. */
import type * as en from "../en/statement.ts";
import { count } from "./count.ts";

export const statement: typeof en.statement = {
  back: "Afschriften",
  page: "Pagina",
  rows: "Transacties",
  views: "Weergaven van het afschrift",
  date: "Datum",
  description: "Omschrijving",
  amount: "Bedrag",
  balance: "Saldo",
  balanceOf: (amount) => `saldo ${amount}`,
  opening: "Beginsaldo",
  moneyIn: "Bij",
  moneyOut: "Af",
  closing: "Eindsaldo",
  expected: "Beginsaldo plus transacties",
  difference: "Verschil",
  stopsAddingUp: "Vanaf hier klopt het saldo niet meer",
  causes: "Mogelijke oorzaken",
  checks: "Controles",
  download: "Origineel bestand",
  again: "Opnieuw lezen",
  delete: "Verwijderen",
  deleteTitle: "Dit afschrift verwijderen?",
  deleteBody: (name) =>
    `${name} en de transacties die alleen daarop staan, worden verwijderd. Je kunt dit niet ongedaan maken.`,
  deleteConfirm: "Verwijderen",
  none: "Geen transacties gevonden.",
  pageOf: (page, pages) => `Pagina ${page} van ${pages}`,
  previousPage: "Vorige pagina",
  nextPage: "Volgende pagina",
  pageLabel: (page) => `Afbeelding van pagina ${page} van het afschrift`,
  pageFailed: "Deze pagina kan niet worden getoond. Je kunt het originele bestand downloaden.",
  spot: (description) => `Transactie ${description} tonen`,
  readBy: {
    layout: "Op deze server gelezen uit de paginaopmaak",
    model: "Gelezen door een taalmodel; elke rij is op de pagina teruggevonden",
    picture: "Gelezen uit een gescande afbeelding: controleer de omschrijvingen",
    import: "Geïmporteerd uit een gegevensbestand",
  },
  uploadedAt: (moment) => `Geüpload op ${moment}`,
};

export const witness: typeof en.witness = {
  opening_and_closing: (holds) =>
    holds ? "Beginsaldo + transacties = eindsaldo" : "Beginsaldo + transacties ≠ eindsaldo",
  running_balances: (printed, holding) =>
    holding === printed
      ? count(printed, { one: "Het enige lopende saldo klopt", other: "Het lopende saldo klopt in alle # rijen" })
      : `Het lopende saldo klopt in ${holding} van de ${printed} rijen`,
  total_in: (holds) => (holds ? "Totaal bij klopt met het afschrift" : "Totaal bij wijkt af van het afschrift"),
  total_out: (holds) => (holds ? "Totaal af klopt met het afschrift" : "Totaal af wijkt af van het afschrift"),
  count: (holds) =>
    holds ? "Aantal transacties klopt met het afschrift" : "Aantal transacties wijkt af van het afschrift",
  other_balances: (printed, holding) => `Herhaalde saldi: ${holding} van ${printed} kloppen`,
  sums: (printed, holding) => `Totalen op de pagina’s: ${holding} van ${printed} kloppen`,
  daily_balances: (printed, holding) => `Dagsaldi: ${holding} van ${printed} kloppen`,
};
