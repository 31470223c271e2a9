/** Messages of the attachments, in Italian. */
import type * as en from "../en/attachments.ts";
import { count } from "./count.ts";

export const attachments: typeof en.attachments = {
  title: "Ricevute",
  add: "Aggiungi una ricevuta",
  adding: "Aggiunta in corso…",
  photograph: "Scatta una foto",
  remove: (name) => `Elimina ${name}`,
  removeBody: "Il file viene eliminato definitivamente.",
  text: { waiting: "Lettura del testo…", unavailable: "Nessun testo; la ricerca non la trova" },
  unmatched: (number) =>
    count(number, {
      one: "# ricevuta senza movimento.",
      many: "# di ricevute senza movimento.",
      other: "# ricevute senza movimento.",
    }),
  unmatchedTitle: "Ricevute senza movimento",
  noOffers: "Nessun movimento ha questo importo e questa data.",
  match: "Allega",
  matchTo: (description) => `Allega a ${description}`,
};
