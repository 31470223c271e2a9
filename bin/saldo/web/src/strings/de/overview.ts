/** Die Wörter der Übersicht, auf Deutsch. */
import type * as en from "../en/overview.ts";

export const overview: typeof en.overview = {
  title: "Übersicht",
  accounts: "Konten",
  worth: "Was du hast",
  worthHint: "Die Summe der letzten bekannten Salden, jede Währung für sich",
  asOf: (day) => `am ${day}`,
  noBalance: "Kein Saldo bekannt",
  attention: "Braucht deine Aufmerksamkeit",
  recent: "Letzte Buchungen",
  allEntries: "Alle Buchungen",
};

export const accountKind: typeof en.accountKind = {
  checking: "Girokonto",
  savings: "Sparkonto",
  card: "Kreditkarte",
  investment: "Depot",
  cash: "Bargeld",
  property: "Sachwert",
  loan: "Kredit",
  other: "Konto",
};
