/** Messages of the list of statements, in German. */
import type * as en from "../en/statements.ts";
import { count } from "./count.ts";

export const statements: typeof en.statements = {
  title: "Auszüge",
  welcome: "Füge deinen ersten Auszug hinzu",
  explain:
    "Saldo liest die PDFs deiner Bank und beweist jeden Auszug mit seinen eigenen Zahlen: Anfangssaldo plus alle Buchungen ergibt den Endsaldo.",
  next: "Danach zeigt Saldo dein Nettovermögen, deinen Cashflow und deine Ausgaben. Du kannst Budgets und Ziele festlegen und Fragen zu deinem Geld stellen.",
  private: "Alles geschieht auf diesem Server. Deine Dateien verlassen ihn nie.",
  sentTo: (host) =>
    `Dateien bleiben auf diesem Server. Geht eine nicht auf, werden ihre Zeilen mit Namen und Beträgen zum Lesen an ${host} gesendet.`,
  add: "Auszüge hinzufügen",
  drop: "Auszüge hier ablegen",
  dropNow: "Zum Hinzufügen loslassen",
  choose: "Dateien auswählen",
  formats: "PDF, Fotos (JPG, PNG), CSV, XLSX, OFX, QIF, CAMT.053, MT940 oder ZIP, auch mehrere auf einmal",
  sample: "Mit Beispielen ausprobieren",
  removeSamples: "Beispiele entfernen",
  samplesHint: "Diese Beispielauszüge sind erfunden.",
  uploading: "Uploads",
  all: "Deine Auszüge",
  more: "Mehr anzeigen",
  waiting: "In der Warteschlange",
  sending: (percent) => `Wird hochgeladen, ${percent} %`,
  processing: "Wird verarbeitet",
  duplicate: "Schon hochgeladen",
  open: "Öffnen",
  stop: (name) => `Hochladen von ${name} abbrechen`,
  dismiss: (name) => `${name} ausblenden`,
  retry: (name) => `${name} noch einmal hochladen`,
  tooLarge: "Zu groß zum Hochladen",
  notPdf: "Dateityp nicht unterstützt",
  notRead: "Noch nicht gelesen",
  read: "Lesen",
  announce: (name, state) => `${name}: ${state}`,
  accounts: (number) => count(number, { one: "# Konto", other: "# Konten" }),
};

export const state: typeof en.state = {
  queued: "In der Warteschlange",
  reading: "Wird gelesen",
  readingPage: (page, pages) => (pages === null ? `Liest Seite ${page}` : `Liest Seite ${page} von ${pages}`),
  asking: "Fragt das Modell und prüft die Antwort",
  checking: "Prüft den Saldo",
  storing: "Speichert Buchungen",
  finished: "Fertig",
  found: (rows) => count(rows, { one: "# Zeile gefunden", other: "# Zeilen gefunden" }),
  balanced: "Bewiesen",
  balancedLong: "Anfangssaldo plus alle Buchungen ergibt den Endsaldo, auf den Cent.",
  unbalanced: (amount) => (amount === null ? "Geht nicht auf" : `Weicht um ${amount} ab`),
  unbalancedAt: (amount, row) =>
    amount === null ? `Geht ab Zeile ${row} nicht auf` : `Weicht um ${amount} ab (Zeile ${row})`,
  unbalancedLong: "Eine Zahl auf dem Auszug widerspricht den gelesenen Buchungen.",
  unchecked: "Gelesen, nicht prüfbar",
  uncheckedLong: "Der Auszug enthält keine Zahlen, an denen sich seine Buchungen prüfen lassen.",
  undecidedLong: "Die Zahlen auf dem Auszug beweisen nicht jede Buchung.",
  askedLong: "Ein Teil dieses Auszugs ist nicht eindeutig. Beantworte die Frage unten.",
};

export const failure: typeof en.failure = {
  needs_password: {
    short: "Passwort erforderlich",
    long: "Diese Datei ist geschützt. Gib das Passwort ein, das du von deiner Bank hast. Es wird einmal benutzt und nie gespeichert.",
  },
  wrong_password: {
    short: "Falsches Passwort",
    long: "Dieses Passwort öffnet die Datei nicht. Versuche ein anderes.",
  },
  image_only: {
    short: "Scan ohne Text",
    long: "Diese Datei ist ein Scan ohne Text. Lade das Original-PDF bei deiner Bank herunter.",
  },
  not_a_statement: {
    short: "Kein Auszug",
    long: "In dieser Datei wurden keine Buchungen gefunden. Ist es ein Konto- oder Kartenauszug?",
  },
  unreadable: {
    short: "Beschädigt",
    long: "Diese Datei ist beschädigt. Lade sie bei deiner Bank noch einmal herunter.",
  },
  too_large: {
    short: "Zu groß zum Lesen",
    long: "Diese Datei hat mehr Seiten oder Text, als Saldo auf einmal lesen kann. Teile sie in kürzere Auszüge.",
  },
};

export const password: typeof en.password = {
  title: "Geschützte Datei öffnen",
  label: "Passwort der Datei",
  open: "Öffnen und lesen",
  show: "Seite anzeigen",
  hint: "Wird einmal zum Öffnen der Datei benutzt und nie gespeichert.",
};

export const kind: typeof en.kind = {
  bank: "Kontoauszug",
  card: "Kartenabrechnung",
  investment: "Depotauszug",
  other: "Auszug",
};
