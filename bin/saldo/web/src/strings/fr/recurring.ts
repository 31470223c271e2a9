/** Messages of the recurring payments, in French. */
import type { en } from "../en/index.ts";
import { count } from "./count.ts";

export const recurring: typeof en.recurring = {
  title: "Paiements récurrents",
  hint: "Paiements et revenus qui reviennent à intervalles réguliers, trouvés dans vos opérations. Ignorez ce qui n’en est pas\u00a0: il disparaît des paiements à venir, des prévisions et des réponses.",
  none: "Aucun paiement récurrent trouvé pour l’instant. Il faut trois paiements, ou deux s’ils sont annuels.",
  groups: {
    fixed: "Abonnements et paiements fixes",
    varying: "Factures de montant variable",
    income: "Revenus",
  },
  next: (day) => `prochain le ${day}`,
  last: (day) => `dernier le ${day}`,
  price: (before, day) => `${before} avant le ${day}`,
  isConfirmed: "Confirmé",
  confirm: "Confirmer",
  ignore: "Ignorer",
  restore: "Rétablir",
  clear: "Retirer la confirmation",
  confirmed: (name) => `«\u00a0${name}\u00a0» est confirmé.`,
  ignored: (name) => `«\u00a0${name}\u00a0» est ignoré.`,
  cleared: (name) => `La décision sur «\u00a0${name}\u00a0» est retirée.`,
  ignoredCount: (number) => count(number, { one: "# ignoré", many: "# ignorés", other: "# ignorés" }),
  endedCount: (number) => count(number, { one: "# terminé", many: "# terminés", other: "# terminés" }),
  ahead: "30 prochains jours",
  aheadHint: (day) => `Attendus après le ${day}, date de votre dernière opération. Rien n’est encore comptabilisé.`,
  nothingAhead: "Aucun paiement n’est attendu ces jours-là.",
  expectedOut: "Paiements attendus",
  expectedIn: "Revenus attendus",
};
