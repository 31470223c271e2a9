/** Messages of the reports page, in Italian. */
import type * as en from "../en/reports.ts";
import { count } from "./count.ts";

export const reports: typeof en.reports = {
  title: "Report",
  choices: "Opzioni del report",
  show: "Importo",
  shows: { spent: "Uscite", received: "Entrate", net: "Netto", flow: "Flusso di cassa" },
  by: "Raggruppa per",
  groupings: {
    category: "Categoria",
    merchant: "Esercente",
    account: "Conto",
    tag: "Etichetta",
    month: "Mese",
    weekday: "Giorno della settimana",
  },
  tagsHint: "Un movimento con più etichette conta in ognuna, quindi la somma delle righe può superare il totale.",
  period: "Periodo",
  periods: {
    month: "Ultimo mese",
    threeMonths: "Ultimi 3 mesi",
    twelveMonths: "Ultimi 12 mesi",
    year: "Quest’anno",
    lastYear: "L’anno scorso",
    all: "Tutto il periodo",
    custom: "Altre date",
  },
  compare: "Confronta con",
  compares: { none: "Niente", previous: "Il periodo precedente", yearBefore: "L’anno precedente" },
  before: "Prima",
  change: "Variazione",
  none: "Nessun movimento in questo periodo.",
  against: (period) => `rispetto a ${period}`,
  shown: (shown, all) => `Le prime ${shown} righe di ${all}; il file CSV le contiene tutte.`,
  smaller: (number) => count(number, { one: "# minore", many: "# di minori", other: "# minori" }),
  addFilter: "Aggiungi un filtro",
  pick: "Scegli…",
  removeFilter: (name) => `Rimuovi il filtro ${name}`,
  only: (name) => `Solo ${name}`,
  left: "Avanzo",
  missing: "Dai risparmi",
};
