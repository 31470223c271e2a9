/** Messages of the saved views, in Italian. */
import type * as en from "../en/views.ts";

export const views: typeof en.views = {
  title: "Viste salvate",
  short: "Viste",
  hint: "Filtri e report che hai salvato con un nome. Li trova anche la ricerca.",
  none: "Ancora nessuna vista salvata. Filtra i movimenti o prepara un report, poi scegli Viste.",
  noneHere: { transactions: "Filtra l’elenco, poi salvalo qui.", reports: "Salva questo report per riaprirlo." },
  save: "Salva questa vista…",
  saveTitle: "Salva questa vista",
  manage: "Gestisci le viste",
  name: "Nome",
  taken: "Una vista ha già questo nome. Verrà sostituita.",
  replace: "Sostituisci",
  rename: "Rinomina",
  renameTitle: "Rinomina la vista",
  deleted: (name) => `Vista “${name}” eliminata.`,
};
