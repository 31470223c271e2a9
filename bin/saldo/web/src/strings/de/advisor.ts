/** Messages of the advisor, in German. */
import type * as en from "../en/advisor.ts";
import { count } from "./count.ts";

export const advisor: typeof en.advisor = {
  title: "Berater",
  empty: "Frag nach deinem Geld",
  emptyBody: "Die Antworten beruhen nur auf deinen eigenen Buchungen.",
  ideas: [
    "Wie viel habe ich letzten Monat ausgegeben?",
    "Was waren meine größten Ausgaben?",
    "Wie viel habe ich letzten Monat für Lebensmittel ausgegeben?",
    "Wie viel habe ich in jedem Monat ausgegeben?",
  ],
  placeholder: "Frag nach deinem Geld",
  label: "Deine Frage",
  send: "Senden",
  stop: "Anhalten",
  again: "Antwort neu erstellen",
  clear: "Neues Gespräch",
  you: "Du",
  saldo: "Saldo",
  viewer: "Du kannst die Gespräche dieser Bücher lesen. Fragen können nur Bearbeiter und Eigentümer.",
  answered: "Die Antwort ist vollständig.",
  thinking: "Arbeitet an deiner Antwort…",
  failed: "Der Berater konnte nicht antworten.",
  stepFailed: "fehlgeschlagen",
  usedTool: (name) => `Verwendet: ${name}`,
  steps: {
    books: "Deine Konten und Zeiträume angesehen",
    query: "Die Zahlen berechnet",
    cash_flow: "Einnahmen und Ausgaben summiert",
    compare_periods: "Zwei Zeiträume verglichen",
    spending: "Ausgaben summiert",
    search_transactions: "Deine Buchungen durchsucht",
    balances: "Deine Salden abgefragt",
    net_worth: "Dein Nettovermögen berechnet",
    recurring: "Wiederkehrende Zahlungen gefunden",
    forecast: "Anstehende Zahlungen geprüft",
    runway: "Berechnet, wie lange dein Geld reicht",
    budgets: "Deine Budgets geprüft",
    statement_coverage: "Abdeckung durch Auszüge geprüft",
    duplicates: "Nach Duplikaten gesucht",
    explain_transaction: "Herkunft einer Buchung ermittelt",
    render_chart: "Ein Diagramm gezeichnet",
    savings_goal: "Dein Sparziel berechnet",
    savings_growth: "Wachstum deiner Ersparnisse berechnet",
    loan: "Einen Kredit berechnet",
  },
  answeredHere: (model) => `Beantwortet von ${model} auf diesem Server. Keine Daten haben ihn verlassen.`,
  answeredThere: (model) => `Beantwortet von ${model}. Dorthin gingen deine Frage und die abgefragten Zahlen.`,
  log: "Gespräch",
  ungrounded: "Nicht belegt: Diese Zahl stammt nicht aus deinen Daten",
  unlisted: (most) => `Mehr als ${count(most, { one: "#", other: "#" })} Buchungen: zu viele für eine Liste`,
  grounded: "Buchungen hinter dieser Zahl anzeigen",
  edit: "Frage bearbeiten",
  linkOut: "(öffnet eine andere Website)",
};

export const chips: typeof en.chips = {
  label: "Teile der Frage",
  offers: "Fragen, die du meinen könntest",
  kinds: {
    measure: "Kennzahl",
    period: "Zeitraum",
    compare: "Vergleich",
    groupBy: "Aufschlüsselung",
    categories: "Kategorie",
    merchants: "Händler",
    accounts: "Konto",
    tags: "Schlagwort",
    texts: "Text",
    without: "Ausschluss",
    currency: "Währung",
  },
  condition: "Bedingung",
  change: (kind, text) => `${kind} ändern: ${text}`,
  add: (kind) => `${kind} hinzufügen`,
  without: (name) => `Ohne ${name}`,
  remove: "Entfernen",
  ever: "Gesamte Zeit",
  from: "Von",
  to: "Bis",
  apply: "Diesen Zeitraum verwenden",
};

export const threads: typeof en.threads = {
  title: "Gespräche",
  search: "Gespräche durchsuchen",
  none: "Noch keine Gespräche.",
  nothingFound: "Keine Gespräche gefunden.",
  name: "Name des Gesprächs",
  rename: (title) => `${title} umbenennen`,
  delete: (title) => `${title} löschen`,
};

export const approval: typeof en.approval = {
  title: "Diese Änderung übernehmen?",
  transactions: (number) => count(number, { one: "# Buchung wird geändert.", other: "# Buchungen werden geändert." }),
  allow: "Übernehmen",
  deny: "Nicht übernehmen",
  doing: "Wird übernommen…",
  done: "Übernommen",
  denied: "Abgebrochen",
  failed: "Die Änderung ist fehlgeschlagen",
};

export const trace: typeof en.trace = {
  title: "Was gesendet wurde",
  none: "In diesem Gespräch gibt es noch keine Antworten.",
  left: "Das wurde an einen anderen Rechner gesendet.",
  stayed: "Nichts davon hat den Server verlassen.",
  cost: (input, output, milliseconds) =>
    `${count(input, { one: "# Token Eingabe", other: "# Tokens Eingabe" })}, ${count(output, { one: "# Ausgabe", other: "# Ausgabe" })}, ${milliseconds} ms`,
  roles: { user: "Du", assistant: "Berater", tool: "Tool-Ergebnis" },
  model: "Beantwortet von",
  analyst: "eingebauter Analyst",
  analystStays: "Der eingebaute Analyst antwortet auf diesem Server. Keine Daten verlassen ihn.",
  willStay: (model) => `${model} antwortet auf diesem Server. Keine Daten verlassen ihn.`,
  willAsk: (model) => `${model} antwortet. Wir fragen dich, bevor wir etwas senden.`,
  mayNotLeave: "Der eingebaute Analyst antwortet, weil du keine Daten an andere Rechner senden willst.",
  willLeave: (model) => `${model} antwortet. Dorthin gehen deine Frage und die abgefragten Zahlen.`,
};

export const consent: typeof en.consent = {
  title: "Senden?",
  at: (model, host) => `${model} auf ${host}`,
  elsewhere: "einem anderen Rechner",
  to: (model, host) => `Um zu antworten, braucht ${model} auf ${host}:`,
  kinds: {
    question: "deine Frage",
    conversation: "dieses Gespräch bis hierher",
    files: "den Inhalt der angehängten Dateien",
    notes: "deine Notizen für den Berater",
    books: "die abgefragten Zahlen und Buchungen",
  },
  masked:
    "Konto- und Kartennummern in Beschreibungen werden unkenntlich gemacht: Nur die letzten vier Zeichen werden gesendet. Was du selbst schreibst, wird unverändert gesendet.",
  exactly: (bytes) =>
    count(bytes, { one: "Erste Anfrage im Wortlaut (# Byte)", other: "Erste Anfrage im Wortlaut (# Bytes)" }),
  instructions: "Anweisungen",
  leftOut: (number) =>
    count(number, {
      one: "# frühere Nachricht wird auch gesendet.",
      other: "# frühere Nachrichten werden auch gesendet.",
    }),
  tools: (names) => `Folgendes kann abgefragt werden: ${names}. Die Ergebnisse werden auch gesendet.`,
  answers: {
    once: "Einmal senden",
    thread: "Für dieses Gespräch erlauben",
    always: "Immer erlauben",
    no: "Eingebauten Analysten verwenden",
  },
  unanswered: "Es wurde nichts gesendet.",
  withdraw: "Mich in diesem Gespräch wieder fragen",
};

export const attachment: typeof en.attachment = {
  add: "Auszug oder Bankexport anhängen",
  beside: "Angehängte Dateien",
  dropNow: "Zum Anhängen loslassen",
  sending: (name) => `${name} wird hochgeladen`,
  remove: (name) => `${name} entfernen`,
  reading: (name) => `Liest ${name}`,
  page: (name, page, pages, rows) =>
    `Liest ${name}: Seite ${page}${pages === null ? "" : ` von ${pages}`}, ${count(rows, { one: "# Zeile", other: "# Zeilen" })}`,
  failed: (name) => `${name} ließ sich nicht lesen.`,
  found: (transactions) => count(transactions, { one: "# Buchung", other: "# Buchungen" }),
  fresh: (transactions) => (transactions === 0 ? "keine neuen" : count(transactions, { one: "# neu", other: "# neu" })),
};
