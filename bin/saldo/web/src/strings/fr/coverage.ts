/** Messages about the days that statements cover, in French. */
import type * as en from "../en/coverage.ts";

export const coverage: typeof en.coverage = {
  title: "Couverture par les relevés",
  whole: "complet",
  part: "partiel",
  none: "manquant",
  month: (month, filled) => `${month} : ${filled}`,
  complete: "Aucun jour ne manque, et chaque relevé commence là où le précédent s’est terminé.",
  gap: (period) => `${period} : relevé manquant. Ajoutez le relevé de cette période.`,
  unproven: (period) => `${period} : pas encore prouvé, car le relevé de cette période n’est pas juste.`,
  fix: "Corriger",
  breakBy: (opening, closing, difference) =>
    `Ce relevé commence à ${opening}, mais le précédent s’est terminé à ${closing}, soit un écart de ${difference}.`,
  breakUnknown: "Ce relevé ne commence pas au solde auquel le précédent s’est terminé.",
  overlap: (period) =>
    `${period} : deux relevés couvrent cette période. Les opérations présentes sur les deux sont comptées une fois.`,
  earlier: "Relevé précédent",
  later: "Relevé suivant",
};
