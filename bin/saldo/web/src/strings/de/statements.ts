/** Die Wörter der Liste der Auszüge, auf Deutsch. */
import type * as en from "../en/statements.ts";
import { plural } from "../plural.ts";

const count = (number: number, one: string, other: string) => plural("de", number, one, other);

export const statements: typeof en.statements = {
  title: "Auszüge",
  welcome: "Leg deinen ersten Auszug hinein",
  explain:
    "Saldo liest die PDFs deiner Bank und bucht nur, was die Zahlen des Auszugs selbst beweisen: Anfangssaldo plus alle Buchungen ergibt den Endsaldo.",
  private: "Alles geschieht auf diesem Server. Keine Datei verlässt ihn.",
  toldTo: (host: string) =>
    `Dateien bleiben auf diesem Server. Geht eine nicht auf, werden ihre Zeilen mit Namen und Beträgen zum Lesen an ${host} geschickt.`,
  drop: "Auszüge hierher ziehen",
  dropNow: "Loslassen, um sie hinzuzufügen",
  choose: "Dateien wählen",
  formats: "PDF, CSV, OFX, QIF, CAMT.053 oder MT940, viele auf einmal",
  sample: "Mit einem Beispiel probieren",
  removeSamples: "Die Beispiele entfernen",
  samplesHint: "Das sind erfundene Beispielauszüge.",
  onTheirWay: "Unterwegs",
  all: "Deine Auszüge",
  more: "Ältere zeigen",
  waiting: "Wartet, bis sie dran ist",
  sending: (percent) => `Wird hochgeladen, ${percent} %`,
  handingOver: "Angekommen, wird übergeben",
  duplicate: "Diese Datei hast du schon",
  openIt: "Öffnen",
  stop: (name) => `${name} nicht weiter hochladen`,
  dismiss: (name) => `${name} von der Liste nehmen`,
  retry: (name) => `${name} noch einmal hochladen`,
  tooLarge: "Zu groß zum Hochladen",
  notPdf: "Diese Art Datei lässt sich nicht lesen",
  notRead: "Noch nicht gelesen",
  readIt: "Lesen",
  announce: (name, state) => `${name}: ${state}`,
  accounts: (number) => count(number, "# Konto", "# Konten"),
};

export const state: typeof en.state = {
  queued: "Wartet darauf, gelesen zu werden",
  reading: "Wird gelesen",
  readingPage: (page, pages) => (pages === null ? `Liest Seite ${page}` : `Liest Seite ${page} von ${pages}`),
  asking: "Fragt das Modell und prüft die Antwort",
  checking: "Rechnet nach",
  storing: "Bucht",
  finished: "Fertig",
  found: (rows) => count(rows, "# Zeile gefunden", "# Zeilen gefunden"),
  balanced: "Bewiesen",
  balancedLong: "Anfangssaldo und Buchungen ergeben den Endsaldo, auf den Cent.",
  unbalanced: (amount) => (amount === null ? "Geht nicht auf" : `Geht um ${amount} nicht auf`),
  unbalancedAt: (amount, row) =>
    amount === null ? `Geht ab Zeile ${row} nicht auf` : `Geht um ${amount} nicht auf, in Zeile ${row}`,
  unbalancedLong: "Etwas auf dem Auszug widerspricht den Buchungen, die gelesen wurden.",
  unchecked: "Gelesen, nicht beweisbar",
  uncheckedLong: "Der Auszug nennt keine Salden oder Summen, an denen sich die Buchungen prüfen ließen.",
};

export const failure: typeof en.failure = {
  needs_password: {
    short: "Braucht sein Passwort",
    long: "Diese Datei ist geschützt. Gib das Passwort ein, das du von deiner Bank hast; es wird einmal benutzt und nicht behalten.",
  },
  wrong_password: {
    short: "Falsches Passwort",
    long: "Dieses Passwort öffnet die Datei nicht. Versuche ein anderes.",
  },
  image_only: {
    short: "Ein Bild, kein Text",
    long: "Diese Datei ist ein Scan: Es ist kein Text darin, der sich lesen ließe. Lade das ursprüngliche PDF bei deiner Bank herunter.",
  },
  not_a_statement: {
    short: "Kein Auszug",
    long: "In dieser Datei steht keine Liste von Buchungen. Ist es ein Konto- oder Kartenauszug?",
  },
  unreadable: {
    short: "Beschädigt",
    long: "Diese Datei ist beschädigt und nicht lesbar. Lade sie bei deiner Bank noch einmal herunter.",
  },
  too_large: {
    short: "Zu groß zum Lesen",
    long: "Diese Datei hat mehr Seiten oder Text, als Saldo auf einmal liest. Teile sie in kürzere Auszüge.",
  },
};

export const password: typeof en.password = {
  title: "Eine geschützte Datei öffnen",
  label: "Passwort der Datei",
  open: "Öffnen und lesen",
  show: "Die Seite zeigen",
  hint: "Wird einmal benutzt, um diese Datei zu öffnen, und nur im Arbeitsspeicher gehalten.",
};

export const kind: typeof en.kind = {
  bank: "Kontoauszug",
  card: "Kartenabrechnung",
  investment: "Depotauszug",
  other: "Auszug",
};
