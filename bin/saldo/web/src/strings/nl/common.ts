/** Messages that all pages share, in Dutch. */
import type * as en from "../en/common.ts";
import { count } from "./count.ts";

export const saldo: string = "Saldo";

export const loading: string = "Laden…";

export const cancel: string = "Annuleren";

export const save: string = "Opslaan";

export const retry: string = "Opnieuw proberen";

export const skipToContent: string = "Naar de inhoud";

export const notFound: typeof en.notFound = {
  title: "Pagina niet gevonden",
  body: "Deze pagina bestaat niet. Misschien is ze verwijderd.",
  back: "Naar de afschriften",
};

export const trouble: typeof en.trouble = {
  offline: "De server is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.",
  server: "Er ging iets mis op de server. Probeer het opnieuw of bekijk het serverlogboek.",
  gone: "Dit bestaat niet meer.",
  page: "Er ging iets mis op deze pagina.",
  reload: "Opnieuw laden",
};

export const nav: typeof en.nav = {
  label: "Hoofdmenu",
  overview: "Overzicht",
  statements: "Afschriften",
  transactions: "Transacties",
  accounts: "Rekeningen",
  budget: "Budget",
  goals: "Doelen",
  recurring: "Terugkerend",
  reports: "Rapporten",
  advisor: "Adviseur",
  settings: "Instellingen",
  more: "Meer",
};

export const amounts: typeof en.amounts = {
  hide: "Bedragen verbergen",
  show: "Bedragen tonen",
};

export const chart: typeof en.chart = {
  further: (number) => `nog ${number}`,
  saveTable: (title) => `${title} als tabel opslaan (CSV)`,
  savePicture: (title) => `${title} als afbeelding opslaan (PNG)`,
  group: "Groep",
  share: "Aandeel",
};

export const palette: typeof en.palette = {
  title: "Alles doorzoeken",
  short: "Zoeken",
  label: "Zoek pagina’s, rekeningen, categorieën, winkels en afschriften, of stel een vraag",
  placeholder: "Zoek of vraag…",
  results: "Resultaten",
  groups: {
    pages: "Pagina’s",
    actions: "Acties",
    views: "Opgeslagen weergaven",
    accounts: "Rekeningen",
    categories: "Categorieën",
    merchants: "Winkels",
    statements: "Afschriften",
    further: "Meer",
  },
  find: (text) => `‘${text}’ zoeken in transacties`,
  ask: (text) => `Vraag het de adviseur: ‘${text}’`,
  count: (number) => count(number, { one: "# resultaat", other: "# resultaten" }),
  move: "Selecteren",
  open: "Openen",
};

export const help: typeof en.help = {
  title: "Hulp",
  link: "Hulp bij deze pagina",
  inEnglish: "De handleiding is alleen in het Engels.",
  all: "Alle onderwerpen",
};
