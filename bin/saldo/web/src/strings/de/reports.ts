/** Messages of the reports page, in German. */
import type * as en from "../en/reports.ts";
import { count } from "./count.ts";

export const reports: typeof en.reports = {
  title: "Berichte",
  choices: "Bericht",
  show: "Wert",
  shows: { spent: "Ausgaben", received: "Einnahmen", net: "Netto", flow: "Cashflow" },
  by: "Gruppieren nach",
  groupings: {
    category: "Kategorie",
    merchant: "Händler",
    account: "Konto",
    tag: "Schlagwort",
    month: "Monat",
    weekday: "Wochentag",
  },
  groupedBy: {
    category: "nach Kategorie",
    merchant: "nach Händler",
    account: "nach Konto",
    tag: "nach Schlagwort",
    month: "nach Monat",
    weekday: "nach Wochentag",
  },
  tagsHint:
    "Eine Transaktion mit mehreren Schlagwörtern zählt bei jedem davon. Die Zeilen können deshalb zusammen mehr als die Summe ergeben.",
  period: "Zeitraum",
  periods: {
    month: "Letzter Monat",
    threeMonths: "Letzte 3 Monate",
    twelveMonths: "Letzte 12 Monate",
    year: "Dieses Jahr",
    lastYear: "Voriges Jahr",
    all: "Gesamte Zeit",
    custom: "Andere Tage",
  },
  compare: "Vergleichen mit",
  compares: { none: "Nichts", previous: "Zeitraum davor", yearBefore: "Jahr davor" },
  before: "Davor",
  change: "Veränderung",
  none: "Keine Buchungen in diesem Zeitraum.",
  against: (period) => `verglichen mit ${period}`,
  shown: (shown, all) => `Die ersten ${shown} von ${all} Zeilen; die CSV-Datei enthält alle.`,
  smaller: (number) => count(number, { one: "# kleinerer", other: "# kleinere" }),
  addFilter: "Filter hinzufügen",
  pick: "Auswählen…",
  removeFilter: (name) => `Filter ${name} entfernen`,
  only: (name) => `Nur ${name}`,
  left: "Übrig",
  missing: "Aus Erspartem",
};
