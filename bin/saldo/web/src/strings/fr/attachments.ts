/** Messages of the attachments, in French. */
import type * as en from "../en/attachments.ts";
import { count } from "./count.ts";

export const attachments: typeof en.attachments = {
  title: "Justificatifs",
  add: "Ajouter un justificatif",
  adding: "Ajout…",
  photograph: "Prendre une photo",
  remove: (name) => `Supprimer ${name}`,
  removeBody: "Le fichier est supprimé définitivement.",
  text: { waiting: "Lecture du texte…", unavailable: "Aucun texte ; la recherche ne le trouve pas" },
  unmatched: (number) =>
    count(number, {
      one: "# justificatif sans opération.",
      many: "# de justificatifs sans opération.",
      other: "# justificatifs sans opération.",
    }),
  unmatchedTitle: "Justificatifs sans opération",
  noOffers: "Aucune opération n’a ce montant et cette date.",
  match: "Joindre",
  matchTo: (description) => `Joindre à ${description}`,
};
