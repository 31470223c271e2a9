/** Messages of the list of statements, in English. */
import { count } from "./count.ts";

export const statements = {
  title: "Statements",
  welcome: "Add your first statement",
  explain:
    "Saldo reads the PDFs from your bank and proves each statement with its own figures: the opening balance plus every transaction equals the closing balance.",
  next: "Then Saldo shows your net worth, cash flow and spending. You can set budgets and goals, and ask questions about your money.",
  private: "Everything happens on this server. Your files never leave it.",
  sentTo: (host: string) =>
    `Files stay on this server. If one doesn’t add up, its lines, including names and amounts, are sent to ${host} to be read.`,
  add: "Add statements",
  drop: "Drop statements here",
  dropNow: "Drop to add",
  choose: "Choose files",
  formats: "PDF, photos (JPG, PNG), CSV, XLSX, OFX, QIF, CAMT.053, MT940 or ZIP; several files at once",
  sample: "Try a sample",
  removeSamples: "Remove samples",
  samplesHint: "These sample statements are made up.",
  uploading: "Uploading",
  all: "Your statements",
  more: "Show more",
  waiting: "Queued",
  sending: (percent: number) => `Uploading, ${percent}%`,
  processing: "Processing",
  duplicate: "Already uploaded",
  open: "Open",
  stop: (name: string) => `Cancel upload of ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  retry: (name: string) => `Upload ${name} again`,
  tooLarge: "Too large to upload",
  notPdf: "File type not supported",
  notRead: "Not read yet",
  read: "Read",
  announce: (name: string, state: string) => `${name}: ${state}`,
  accounts: (number: number) => count(number, { one: "# account", other: "# accounts" }),
};

export const state = {
  queued: "Queued",
  reading: "Reading",
  readingPage: (page: number, pages: number | null) =>
    pages === null ? `Reading page ${page}` : `Reading page ${page} of ${pages}`,
  asking: "Asking the model and checking its answer",
  checking: "Checking the balance",
  storing: "Saving transactions",
  finished: "Done",
  found: (rows: number) => count(rows, { one: "# row found", other: "# rows found" }),
  balanced: "Proven",
  balancedLong: "The opening balance plus all transactions equals the closing balance, to the cent.",
  unbalanced: (amount: string | null) => (amount === null ? "Doesn’t add up" : `Off by ${amount}`),
  unbalancedAt: (amount: string | null, row: number) =>
    amount === null ? `Doesn’t add up from row ${row}` : `Off by ${amount} at row ${row}`,
  unbalancedLong: "A figure on the statement contradicts the transactions read from it.",
  unchecked: "Read, can’t be verified",
  uncheckedLong: "The statement has no figures to check its transactions against.",
  undecidedLong: "The figures on the statement don’t prove every transaction.",
  askedLong: "Part of this statement is ambiguous. Answer the question below.",
};

export const failure = {
  needs_password: {
    short: "Password needed",
    long: "This file is protected. Enter the password your bank gave you. It’s used once and never stored.",
  },
  wrong_password: { short: "Wrong password", long: "That password doesn’t open this file. Try another one." },
  image_only: {
    short: "Scanned image, no text",
    long: "This file is a scan without text. Download the original PDF from your bank.",
  },
  not_a_statement: {
    short: "Not a statement",
    long: "No transactions were found in this file. Is it a bank or card statement?",
  },
  unreadable: {
    short: "Damaged",
    long: "This file is damaged. Download it from your bank again.",
  },
  too_large: {
    short: "Too large to read",
    long: "This file has more pages or text than Saldo can read at once. Split it into shorter statements.",
  },
};

export const password = {
  title: "Open protected file",
  label: "File password",
  open: "Open and read",
  show: "Show page",
  hint: "Used once to open the file; never stored.",
};

export const kind = {
  bank: "Bank statement",
  card: "Card statement",
  investment: "Investment statement",
  other: "Statement",
};
