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

export const threads: typeof en.threads = {
  title: "Gespräche",
  search: "In Gesprächen suchen",
  none: "Es ist noch kein Gespräch aufgehoben.",
  nothingFound: "In keinem Gespräch steht das.",
  name: "Name des Gesprächs",
  rename: (title) => `${title} umbenennen`,
  delete: (title) => `${title} löschen`,
};

export const approval: typeof en.approval = {
  title: "Darf das geschehen?",
  entries: (number) => (number === 1 ? "1 Buchung würde sich ändern." : `${number} Buchungen würden sich ändern.`),
  allow: "Ja",
  deny: "Nein",
  doing: "Geschieht gerade…",
  done: "Erledigt",
  denied: "Nicht geschehen: Du hast Nein gesagt oder weitergefragt",
  failed: "Das hat nicht geklappt",
};

export const trace: typeof en.trace = {
  title: "Was gesendet wurde",
  none: "Hier wurde noch nichts beantwortet.",
  left: "Dies hat den Server verlassen.",
  stayed: "Nichts davon hat den Server verlassen.",
  cost: (input, output, milliseconds) => `${input} Token hinein, ${output} heraus, ${milliseconds} ms`,
  roles: { user: "Du", assistant: "Berater", tool: "Nachgesehen" },
  model: "Wer antwortet",
  attach: "Einen Auszug hinzufügen",
  attached: "Was du hier hinzufügst, kommt zu deinen Auszügen, wird dort gelesen, und dann lässt sich danach fragen.",
  willStay: (model) => `${model} antwortet auf diesem Server; nichts verlässt ihn.`,
  willLeave: (model) => `${model} antwortet. Deine Frage und die Zahlen, die es nachsieht, werden dorthin gesendet.`,
};
