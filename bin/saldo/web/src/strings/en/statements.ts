/** The words of the list of statements, in English. */
import { plural } from "../plural.ts";

const count = (number: number, one: string, other: string) => plural("en", number, one, other);

export const statements = {
  title: "Statements",
  welcome: "Drop in your first statement",
  explain:
    "Saldo reads the PDFs your bank sends you, and books an entry only when the statement’s own figures prove it: opening balance, plus every entry, is the closing balance.",
  private: "Everything happens on this server. No file leaves it.",
  toldTo: (host: string) =>
    `Files stay on this server. Where one does not add up, its lines, with names and amounts, are sent to ${host} to be read.`,
  drop: "Drop statements here",
  dropNow: "Let go to add them",
  choose: "Choose files",
  formats: "PDF, CSV, OFX, QIF, CAMT.053 or MT940, many at once",
  sample: "Try it with a sample",
  removeSamples: "Remove the samples",
  samplesHint: "These are made-up sample statements.",
  onTheirWay: "On their way",
  all: "Your statements",
  more: "Show older ones",
  waiting: "Waiting its turn",
  sending: (percent: number) => `Uploading, ${percent}%`,
  handingOver: "Arrived, handing over",
  duplicate: "You have this file already",
  openIt: "Open it",
  stop: (name: string) => `Stop uploading ${name}`,
  dismiss: (name: string) => `Take ${name} off the list`,
  retry: (name: string) => `Upload ${name} again`,
  tooLarge: "Too large to upload",
  notPdf: "Not a kind of file that can be read",
  notRead: "Not read yet",
  readIt: "Read it",
  announce: (name: string, state: string) => `${name}: ${state}`,
  accounts: (number: number) => count(number, "# account", "# accounts"),
};

export const state = {
  queued: "Waiting to be read",
  reading: "Reading",
  readingPage: (page: number, pages: number | null) =>
    pages === null ? `Reading page ${page}` : `Reading page ${page} of ${pages}`,
  asking: "Asking the model, checking its answer",
  checking: "Adding up",
  storing: "Booking the entries",
  finished: "Done",
  found: (rows: number) => count(rows, "# row found", "# rows found"),
  balanced: "Proven",
  balancedLong: "Opening balance and entries add up to the closing balance, to the cent.",
  unbalanced: (amount: string | null) => (amount === null ? "Does not add up" : `Does not add up by ${amount}`),
  unbalancedAt: (amount: string | null, row: number) =>
    amount === null ? `Does not add up from row ${row} on` : `Does not add up by ${amount}, at row ${row}`,
  unbalancedLong: "Something printed on the statement contradicts the entries that were read.",
  unchecked: "Read, not provable",
  uncheckedLong: "The statement prints no balances or totals that its entries could be checked against.",
};

export const failure = {
  needs_password: {
    short: "Needs its password",
    long: "This file is protected. Enter the password your bank gave you for it; it is used once and not kept.",
  },
  wrong_password: { short: "Wrong password", long: "That password does not open this file. Try another." },
  image_only: {
    short: "A picture, no text",
    long: "This file is a scan: there is no text in it to read. Download the original PDF from your bank.",
  },
  not_a_statement: {
    short: "Not a statement",
    long: "No list of transactions was found in this file. Is it a bank or card statement?",
  },
  unreadable: {
    short: "Damaged",
    long: "This file is damaged and cannot be read. Download it from your bank again.",
  },
  too_large: {
    short: "Too large to read",
    long: "This file has more pages or text than Saldo reads at once. Split it into shorter statements.",
  },
};

export const password = {
  title: "Open a protected file",
  label: "Password of the file",
  open: "Open and read",
  show: "Show the page",
  hint: "Used to open this file once. It is kept in memory only.",
};

export const kind = {
  bank: "Bank statement",
  card: "Card statement",
  investment: "Investment statement",
  other: "Statement",
};
