/** Messages of the list of statements, in Dutch. */
import type * as en from "../en/statements.ts";
import { count } from "./count.ts";

export const statements: typeof en.statements = {
  title: "Afschriften",
  welcome: "Voeg je eerste afschrift toe",
  explain:
    "Saldo leest de pdf’s van je bank en bewijst elk afschrift met zijn eigen getallen: het beginsaldo plus alle transacties is gelijk aan het eindsaldo.",
  next: "Daarna toont Saldo je nettovermogen, je kasstroom en je uitgaven. Je kunt budgetten en doelen instellen en vragen stellen over je geld.",
  private: "Alles gebeurt op deze server. Je bestanden verlaten hem nooit.",
  sentTo: (host) =>
    `Bestanden blijven op deze server. Als een bestand niet klopt, worden de regels ervan, ook namen en bedragen, naar ${host} gestuurd om te worden gelezen.`,
  add: "Afschriften toevoegen",
  drop: "Sleep afschriften hierheen",
  dropNow: "Loslaten om toe te voegen",
  choose: "Bestanden kiezen",
  formats: "Pdf, foto’s (JPG, PNG), CSV, XLSX, OFX, QIF, CAMT.053, MT940 of ZIP; meerdere bestanden tegelijk",
  sample: "Een voorbeeld proberen",
  removeSamples: "Voorbeelden verwijderen",
  samplesHint: "Deze voorbeeldafschriften zijn verzonnen.",
  uploading: "Bezig met uploaden",
  all: "Je afschriften",
  more: "Meer tonen",
  waiting: "In de wachtrij",
  sending: (percent) => `Uploaden, ${percent}%`,
  processing: "Verwerken",
  duplicate: "Al geüpload",
  open: "Openen",
  stop: (name) => `Uploaden van ${name} annuleren`,
  dismiss: (name) => `${name} sluiten`,
  retry: (name) => `${name} opnieuw uploaden`,
  tooLarge: "Te groot om te uploaden",
  notPdf: "Bestandstype niet ondersteund",
  notRead: "Nog niet gelezen",
  read: "Lezen",
  announce: (name, state) => `${name}: ${state}`,
  accounts: (number) => count(number, { one: "# rekening", other: "# rekeningen" }),
};

export const state: typeof en.state = {
  queued: "In de wachtrij",
  reading: "Lezen",
  readingPage: (page, pages) => (pages === null ? `Pagina ${page} lezen` : `Pagina ${page} van ${pages} lezen`),
  asking: "Het model vragen en het antwoord controleren",
  checking: "Het saldo controleren",
  storing: "Transacties opslaan",
  finished: "Klaar",
  found: (rows) => count(rows, { one: "# rij gevonden", other: "# rijen gevonden" }),
  balanced: "Bewezen",
  balancedLong: "Het beginsaldo plus alle transacties is tot op de cent gelijk aan het eindsaldo.",
  unbalanced: (amount) => (amount === null ? "Klopt niet" : `Wijkt ${amount} af`),
  unbalancedAt: (amount, row) =>
    amount === null ? `Klopt niet vanaf rij ${row}` : `Wijkt ${amount} af bij rij ${row}`,
  unbalancedLong: "Een getal op het afschrift spreekt de gelezen transacties tegen.",
  unchecked: "Gelezen, niet te controleren",
  uncheckedLong: "Het afschrift bevat geen getallen om de transacties mee te controleren.",
  undecidedLong: "De getallen op het afschrift bewijzen niet elke transactie.",
  askedLong: "Een deel van dit afschrift is niet eenduidig. Beantwoord de vraag hieronder.",
};

export const failure: typeof en.failure = {
  needs_password: {
    short: "Wachtwoord nodig",
    long: "Dit bestand is beveiligd. Vul het wachtwoord van je bank in. Het wordt één keer gebruikt en nooit opgeslagen.",
  },
  wrong_password: { short: "Verkeerd wachtwoord", long: "Dat wachtwoord opent dit bestand niet. Probeer een ander." },
  image_only: {
    short: "Gescande afbeelding zonder tekst",
    long: "Dit bestand is een scan zonder tekst. Download de originele pdf bij je bank.",
  },
  not_a_statement: {
    short: "Geen afschrift",
    long: "In dit bestand zijn geen transacties gevonden. Is het een bank- of creditcardafschrift?",
  },
  unreadable: { short: "Beschadigd", long: "Dit bestand is beschadigd. Download het opnieuw bij je bank." },
  too_large: {
    short: "Te lang om te lezen",
    long: "Dit bestand heeft meer pagina’s of tekst dan Saldo in één keer kan lezen. Verdeel het in kortere afschriften.",
  },
};

export const password: typeof en.password = {
  title: "Beveiligd bestand openen",
  label: "Wachtwoord van het bestand",
  open: "Openen en lezen",
  show: "Pagina tonen",
  hint: "Eén keer gebruikt om het bestand te openen; nooit opgeslagen.",
};

export const kind: typeof en.kind = {
  bank: "Bankafschrift",
  card: "Creditcardafschrift",
  investment: "Beleggingsafschrift",
  other: "Afschrift",
};
