/** Die Wörter des Beraters, auf Deutsch. */
import type * as en from "../en/advisor.ts";

export const advisor: typeof en.advisor = {
  title: "Berater",
  empty: "Frag nach deinem Geld",
  emptyBody:
    "Die Antworten kommen aus deinen eigenen Buchungen und aus nichts sonst. Ohne Sprachmodell versteht der Berater nur Englisch; so werden dann auch die Vorschläge gefragt.",
  ideas: [
    "Wie viel habe ich letzten Monat ausgegeben?",
    "Was waren meine größten Zahlungen?",
    "Was gebe ich für Lebensmittel aus?",
    "Was habe ich in jedem Monat ausgegeben?",
  ],
  placeholder: "Frag nach deinem Geld",
  label: "Deine Frage",
  send: "Senden",
  stop: "Anhalten",
  again: "Noch einmal antworten",
  clear: "Neues Gespräch",
  you: "Du",
  saldo: "Saldo",
  answered: "Die Antwort ist vollständig.",
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
    net_worth: "Ausgerechnet, was du hast und schuldest",
    recurring: "Gesucht, was immer wiederkommt",
    forecast: "Vorausgesehen, was fällig wird",
    runway: "Ausgerechnet, wie lange dein Geld reicht",
    budgets: "Deine Budgets angesehen",
    statement_coverage: "Nachgesehen, welche Tage deine Auszüge abdecken",
    duplicates: "Gesucht, was doppelt in deinen Büchern stehen könnte",
    explain_entry: "Nachgesehen, woher eine Buchung kommt",
    render_chart: "Ein Diagramm gezeichnet",
    savings_goal: "Ausgerechnet, was zurückzulegen ist",
    savings_growth: "Ausgerechnet, wie Erspartes wächst",
    loan: "Einen Kredit ausgerechnet",
  },
  answeredHere: (model) => `${model} hat auf diesem Server geantwortet. Nichts hat ihn verlassen.`,
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
  analyst: "Der eingebaute Analyst",
  willStay: (model) => `${model} antwortet auf diesem Server; nichts verlässt ihn.`,
  willAsk: (model) => `${model} antwortet. Bevor etwas gesendet wird, wirst du gefragt.`,
  mayNotLeave: "Nichts darf diesen Server verlassen: Der eingebaute Analyst antwortet.",
  willLeave: (model) => `${model} antwortet. Deine Frage und die Zahlen, die es nachsieht, werden dorthin gesendet.`,
};

export const consent: typeof en.consent = {
  title: "Darf das gesendet werden?",
  at: (model, host) => `${model} bei ${host}`,
  elsewhere: "einem anderen Rechner",
  to: (model, host) => `Um zu antworten, bekäme ${model} bei ${host}:`,
  kinds: {
    question: "deine Frage",
    conversation: "was in diesem Gespräch gesagt wurde",
    files: "was in den Dateien dabei gelesen wurde",
    notes: "deine Notizen für den Berater",
    books: "die Zahlen und Buchungen, die es in deinen Büchern nachsieht",
  },
  masked:
    "Konto- und Kartennummern in Buchungstexten werden verdeckt: Nur ihre letzten vier Zeichen werden gesendet. Was du selbst schreibst, wird so gesendet, wie du es schreibst.",
  exactly: (bytes) => `Genau das wird zuerst gesendet (${new Intl.NumberFormat("de").format(bytes)} Bytes)`,
  instructions: "Anweisungen",
  leftOut: (number) => `${number} frühere Nachrichten werden auch gesendet.`,
  tools: (names) => `Nachsehen darf es: ${names}. Was es dort findet, wird ebenfalls gesendet.`,
  answers: {
    once: "Dieses eine Mal senden",
    thread: "Für dieses Gespräch erlauben",
    always: "Immer erlauben",
    no: "Stattdessen hier antworten",
  },
  unanswered: "Nichts wurde gesendet.",
  withdraw: "In diesem Gespräch wieder fragen",
};

export const attachment: typeof en.attachment = {
  add: "Eine Datei hinzufügen: einen Auszug oder einen Export deiner Bank",
  beside: "Dateien, die mit der Frage gehen",
  dropNow: "Loslassen, um danach zu fragen",
  sending: (name) => `${name} wird hochgeladen`,
  remove: (name) => `${name} wegnehmen`,
  reading: (name) => `Liest ${name}`,
  page: (name, page, pages, rows) =>
    `Liest ${name}: Seite ${page}${pages === null ? "" : ` von ${pages}`}, ${rows === 1 ? "1 Zeile" : `${rows} Zeilen`}`,
  failed: (name) => `${name} ließ sich nicht lesen.`,
  found: (entries) => (entries === 1 ? "1 Buchung" : `${entries} Buchungen`),
  fresh: (entries) => (entries === 0 ? "keine neue" : `${entries} neu`),
};
