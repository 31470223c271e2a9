/** Messages of the overview, in Italian. */
import type * as en from "../en/overview.ts";
import { count } from "./count.ts";

export const overview: typeof en.overview = {
  title: "Panoramica",
  accounts: "Conti",
  worth: "Patrimonio netto",
  worthHint: "In base all’ultimo saldo di ogni conto",
  worthTogether: (currency) =>
    `In base all’ultimo saldo di ogni conto, convertito in ${currency} ai tuoi tassi di cambio; ogni valuta è mostrata anche separatamente`,
  asOf: (day) => `al ${day}`,
  noBalance: "Ancora nessun saldo",
  notProven: "Non dimostrato",
  attention: "Da controllare",
  recent: "Movimenti recenti",
  allTransactions: "Tutti i movimenti",
  month: "Mese",
  previousMonth: "Mese precedente",
  nextMonth: "Mese successivo",
  allIn: (currency) => `Tutto in ${currency}`,
  together: "totale",
  worthApart:
    "In base all’ultimo saldo di ogni conto; le valute sono mostrate separatamente. Per vedere un solo totale, scegli una valuta principale e aggiungi i tassi di cambio nelle impostazioni.",
  unknownAccounts: (names) => `Ancora nessun saldo per ${names}.`,
  countedTwice: (one, other) =>
    `${one} e ${other} potrebbero essere lo stesso conto; in tal caso i loro importi sono contati due volte.`,
  countedTwiceLook: "Controlla",
  asTable: "Mostra come tabella",
  cashFlow: "Flusso di cassa",
  net: "Netto",
  spending: "Spese",
  spendingApart: "Le categorie non vengono convertite; le valute sono mostrate separatamente.",
  nothingSpent: "Nessuna spesa questo mese.",
  areas: "aree per categoria",
  withoutSubcategory: "Senza sottocategoria",
  smaller: (number) =>
    count(number, { one: "# categoria minore", many: "# di categorie minori", other: "# categorie minori" }),
  refundsApart: "Le categorie con più rimborsi che spese sono solo nell’elenco.",
  changes: "Variazioni del mese",
  against: (difference, month) => `rispetto a ${month}: ${difference}`,
  sameDays: (day) => `gli stessi giorni fino al ${day}`,
  more: (amount) => `${amount} in più`,
  less: (amount) => `${amount} in meno`,
  price: (before) => `prima ${before}`,
  due: "In arrivo",
  dueHint: (day) => `Pagamenti ricorrenti previsti dopo il ${day}`,
  about: (amount) => `circa ${amount}`,
  rhythms: {
    weekly: "settimanale",
    biweekly: "ogni due settimane",
    monthly: "mensile",
    quarterly: "trimestrale",
    half_yearly: "semestrale",
    yearly: "annuale",
  },
  spentOf: (spent, amount) => `${spent} su ${amount}`,
  left: (amount) => `restano ${amount}`,
  over: (amount) => `budget superato di ${amount}`,
  firstSteps: {
    title: "Primi passi",
    done: (done: number, all: number) => `${done} di ${all} completati`,
    hide: "Nascondi i primi passi",
    steps: {
      statement: "Aggiungere un estratto conto",
      months: "Aggiungere almeno tre mesi, per vedere le tendenze e i pagamenti ricorrenti",
      currency: "Scegliere la valuta principale",
      budget: "Impostare un budget",
      ask: "Fare una domanda al consulente",
    },
  },
};

export const accountKind: typeof en.accountKind = {
  checking: "Conto corrente",
  savings: "Risparmio",
  card: "Carta di credito",
  investment: "Investimenti",
  cash: "Contanti",
  property: "Beni",
  loan: "Prestito",
  other: "Altro conto",
};
