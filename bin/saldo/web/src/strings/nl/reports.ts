/** Messages of the reports page, in Dutch. */
import type * as en from "../en/reports.ts";
import { count } from "./count.ts";

export const reports: typeof en.reports = {
  title: "Rapporten",
  choices: "Rapport",
  show: "Bedrag",
  shows: { spent: "Af", received: "Bij", net: "Netto", flow: "Kasstroom" },
  by: "Groeperen op",
  groupings: {
    category: "Categorie",
    merchant: "Winkel",
    account: "Rekening",
    tag: "Label",
    month: "Maand",
    weekday: "Weekdag",
  },
  groupedBy: {
    category: "per categorie",
    merchant: "per winkel",
    account: "per rekening",
    tag: "per label",
    month: "per maand",
    weekday: "per weekdag",
  },
  tagsHint:
    "Een transactie met meerdere labels telt bij elk label mee. Samen kunnen de rijen dus meer zijn dan het totaal.",
  period: "Periode",
  periods: {
    month: "Laatste maand",
    threeMonths: "Laatste 3 maanden",
    twelveMonths: "Laatste 12 maanden",
    year: "Dit jaar",
    lastYear: "Vorig jaar",
    all: "Hele periode",
    custom: "Andere datums",
  },
  compare: "Vergelijken met",
  compares: { none: "Niets", previous: "De periode ervoor", yearBefore: "Het jaar ervoor" },
  before: "Daarvoor",
  change: "Verandering",
  none: "Geen transacties in deze periode.",
  against: (period) => `vergeleken met ${period}`,
  shown: (shown, all) => `De eerste ${shown} van ${all} rijen; het CSV-bestand bevat ze allemaal.`,
  smaller: (number) => count(number, { one: "# kleinere", other: "# kleinere" }),
  addFilter: "Filter toevoegen",
  pick: "Kiezen…",
  removeFilter: (name) => `Filter ${name} verwijderen`,
  only: (name) => `Alleen ${name}`,
  left: "Over",
  missing: "Van spaargeld",
};
