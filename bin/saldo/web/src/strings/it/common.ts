/** Messages that all pages share, in Italian. */
import type * as en from "../en/common.ts";
import { count } from "./count.ts";

export const saldo: string = "Saldo";

export const loading: string = "Caricamento…";

export const cancel: string = "Annulla";

export const save: string = "Salva";

export const retry: string = "Riprova";

export const skipToContent: string = "Vai al contenuto";

export const notFound: typeof en.notFound = {
  title: "Pagina non trovata",
  body: "Questa pagina non esiste. Potrebbe essere stata rimossa.",
  back: "Vai agli estratti conto",
};

export const trouble: typeof en.trouble = {
  offline: "Impossibile raggiungere il server. Controlla la connessione e riprova.",
  server: "Si è verificato un errore sul server. Riprova o consulta il log del server.",
  gone: "Questo elemento non esiste più.",
  page: "Si è verificato un errore in questa pagina.",
  reload: "Ricarica",
};

export const nav: typeof en.nav = {
  label: "Menu principale",
  overview: "Panoramica",
  statements: "Estratti conto",
  transactions: "Movimenti",
  accounts: "Conti",
  budget: "Budget",
  goals: "Obiettivi",
  recurring: "Ricorrenti",
  reports: "Report",
  advisor: "Consulente",
  settings: "Impostazioni",
  more: "Altro",
};

export const amounts: typeof en.amounts = {
  hide: "Nascondi gli importi",
  show: "Mostra gli importi",
};

export const chart: typeof en.chart = {
  further: (number) => count(number, { one: "un altro", many: "altri #", other: "altri #" }),
  saveTable: (title) => `Salva ${title} come tabella (CSV)`,
  savePicture: (title) => `Salva ${title} come immagine (PNG)`,
  group: "Gruppo",
  share: "Quota",
};

export const palette: typeof en.palette = {
  title: "Cerca ovunque",
  short: "Cerca",
  label: "Cerca pagine, conti, categorie, esercenti ed estratti, oppure fai una domanda",
  placeholder: "Cerca o chiedi…",
  results: "Risultati",
  groups: {
    pages: "Pagine",
    actions: "Azioni",
    views: "Viste salvate",
    accounts: "Conti",
    categories: "Categorie",
    merchants: "Esercenti",
    statements: "Estratti",
    further: "Altro",
  },
  find: (text) => `Cerca «${text}» nei movimenti`,
  ask: (text) => `Chiedi al consulente: «${text}»`,
  count: (number) => count(number, { one: "# risultato", many: "# di risultati", other: "# risultati" }),
  move: "Seleziona",
  open: "Apri",
};

export const help: typeof en.help = {
  title: "Guida",
  link: "Guida a questa pagina",
  inEnglish: "La guida è solo in inglese.",
  all: "Tutti gli argomenti",
};
