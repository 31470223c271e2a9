/** Die Wörter des Beraters, auf Deutsch. */
import type * as en from "../en/advisor.ts";

export const advisor: typeof en.advisor = {
  title: "Berater",
  empty: "Frag nach deinem Geld",
  emptyBody:
    "Die Antworten kommen aus deinen eigenen Buchungen und aus nichts sonst. Ohne Sprachmodell versteht der Berater Englisch.",
  ideas: [
    "How much did I spend last month?",
    "What were my largest payments?",
    "What do I spend on groceries?",
    "How did my balance develop?",
  ],
  placeholder: "Frag nach deinem Geld",
  label: "Deine Frage",
  send: "Senden",
  stop: "Anhalten",
  again: "Noch einmal antworten",
  clear: "Neues Gespräch",
  you: "Du",
  saldo: "Saldo",
  thinking: "Sieht deine Buchungen durch…",
  failed: "Der Berater konnte nicht antworten.",
  stepFailed: "hat nicht geklappt",
  stepOf: (name) => `Nachgesehen: ${name}`,
  steps: {
    books: "Nachgesehen, was in deinen Büchern steht",
    cash_flow: "Einnahmen und Ausgaben zusammengezählt",
    compare_periods: "Zwei Zeiträume verglichen",
    spending: "Zusammengezählt, wohin das Geld ging",
    search_entries: "Deine Buchungen durchgesehen",
    balances: "Deine Salden nachgesehen",
  },
  answeredHere: (model) => `Beantwortet von ${model} auf diesem Server. Nichts hat ihn verlassen.`,
  answeredThere: (model) =>
    `Beantwortet von ${model}. Deine Frage und die Zahlen, die es nachgesehen hat, wurden dorthin gesendet.`,
  log: "Gespräch",
  ungrounded: "Diese Zahl stammt aus keinem Nachsehen: Der Berater schrieb sie von sich aus",
  grounded: "Aus deinen Buchungen: zeigen",
  edit: "Die Frage ändern",
  linkOut: "(öffnet eine andere Seite)",
};
