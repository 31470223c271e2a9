/** Messages of the edit history, in Italian. */
import type * as en from "../en/edits.ts";
import { count } from "./count.ts";

export const edits: typeof en.edits = {
  title: "Cronologia delle modifiche",
  hint: "Tutte le modifiche a movimenti, esercenti e conti, dalla più recente.",
  none: "Non è stato ancora modificato nulla.",
  open: "Mostra la cronologia delle modifiche",
  actions: {
    create: (number) =>
      count(number, { one: "# movimento aggiunto", many: "# di movimenti aggiunti", other: "# movimenti aggiunti" }),
    change: (number) =>
      count(number, {
        one: "# movimento modificato",
        many: "# di movimenti modificati",
        other: "# movimenti modificati",
      }),
    delete: (number) =>
      count(number, { one: "# movimento eliminato", many: "# di movimenti eliminati", other: "# movimenti eliminati" }),
    categorize: (number) =>
      count(number, {
        one: "# movimento categorizzato automaticamente",
        many: "# di movimenti categorizzati automaticamente",
        other: "# movimenti categorizzati automaticamente",
      }),
    match: (number) =>
      count(number, {
        one: "# movimento riconosciuto come giroconto",
        many: "# di movimenti riconosciuti come giroconti",
        other: "# movimenti riconosciuti come giroconti",
      }),
    name_merchants: (number) =>
      count(number, {
        one: "Esercenti rinominati in # movimento",
        many: "Esercenti rinominati in # di movimenti",
        other: "Esercenti rinominati in # movimenti",
      }),
  },
  account: "Conto modificato",
  merged: "Conti uniti",
  first: (what) => `Il primo: ${what}`,
  andMore: (name, more) => `${name} e altri ${more}`,
  deletedAccount: "Conto eliminato",
  undo: (what) => `Annullato: ${what}`,
  redo: (what) => `Ripetuto: ${what}`,
  wasUndone: "Annullato in seguito",
  tooLate: "Questa modifica non si può più annullare, perché è già annullata.",
};
