/** Messages for correcting rows and undoing corrections, in French. */
import type * as en from "../en/fixing.ts";
import { count } from "./count.ts";

export const fixing: typeof en.fixing = {
  correct: (description) => `Modifier la ligne ${description}`,
  correctHint: "Modifier cette ligne",
  newRow: "Ligne manquante",
  addRow: "Ajouter une ligne",
  addAbove: "Ajouter une ligne au-dessus",
  moreRows: (number) =>
    count(number, {
      one: "Afficher # ligne de plus",
      many: "Afficher la suite (encore # de lignes)",
      other: "Afficher la suite (encore # lignes)",
    }),
  addIt: "Ajouter",
  remove: "Retirer",
  changeTo: (amount) => `Remplacer par ${amount}`,
  amountIn: (currency) => `Montant (${currency})`,
  amountHint: "Négatif pour une sortie",
  noAmount: "Saisissez un montant.",
  breaks: (printed, reached) => `Le relevé indique ${printed} ; le total des lignes est ${reached}.`,
  calculatedOpening: "Calculé à partir du solde initial",
  moreIn: (amount) => `Le relevé indique ${amount} d’entrées de plus (ou de sorties de moins) que ces lignes.`,
  moreOut: (amount) => `Le relevé indique ${amount} de sorties de plus (ou d’entrées de moins) que ces lignes.`,
  byHand:
    "Comparez les lignes avec la page et corrigez ce qui est faux. La vérification reprend aussitôt, et chaque correction peut être annulée.",
  changed: (description) => `Modifié : ${description}`,
  added: (description) => `Ajouté : ${description}`,
  removed: (description) => `Retiré : ${description}`,
  causes: {
    row_doubled: (row, description) => `La ligne ${row} (${description}) est peut-être un doublon.`,
    row_extra: (row, description) => `La ligne ${row} (${description}) n’a peut-être pas sa place ici.`,
    sign_flipped: (row, description) => `La ligne ${row} (${description}) a peut-être le mauvais signe.`,
    amount_doubled: (row, description) =>
      `Le montant de la ligne ${row} (${description}) est peut-être compté deux fois.`,
    digits_swapped: (row, description) => `Deux chiffres de la ligne ${row} (${description}) sont peut-être inversés.`,
    point_slipped: (row, description) => `La virgule de la ligne ${row} (${description}) est peut-être mal placée.`,
    digit_misread: (row, description) => `Un chiffre de la ligne ${row} (${description}) a peut-être été mal lu.`,
    row_missing: (amount, row) => `Une ligne de ${amount} manque peut-être à la ligne ${row} ou avant.`,
    rows_missing: (amount) => `Des lignes d’un total de ${amount} manquent peut-être.`,
    total_disagrees: (amount) => `Un total du relevé diffère des lignes de ${amount}.`,
    count_disagrees: "Le relevé indique un autre nombre de lignes.",
    mixed_currencies: "Ce compte contient deux devises.",
    contradiction: "Les chiffres du relevé se contredisent.",
  },
};

export const undo: typeof en.undo = {
  undo: "Annuler",
  redo: "Rétablir",
  dismiss: "Fermer",
  undone: "Annulé.",
  redone: "Rétabli.",
  exceptLater: "Annulé, sauf ce qui a été modifié depuis.",
  exceptChanged: (number) =>
    count(number, {
      one: "Annulé, sauf # opération modifiée depuis.",
      many: "Annulé, sauf # d’opérations modifiées depuis.",
      other: "Annulé, sauf # opérations modifiées depuis.",
    }),
};
