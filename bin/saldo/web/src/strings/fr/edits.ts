/** Messages of the edit history, in French. */
import type * as en from "../en/edits.ts";
import { count } from "./count.ts";

export const edits: typeof en.edits = {
  title: "Historique des modifications",
  hint: "Toutes les modifications d’opérations, de commerçants et de comptes, les plus récentes d’abord.",
  none: "Rien n’a encore été modifié.",
  open: "Voir l’historique des modifications",
  actions: {
    create: (number) =>
      count(number, { one: "# opération ajoutée", many: "# d’opérations ajoutées", other: "# opérations ajoutées" }),
    change: (number) =>
      count(number, { one: "# opération modifiée", many: "# d’opérations modifiées", other: "# opérations modifiées" }),
    delete: (number) =>
      count(number, {
        one: "# opération supprimée",
        many: "# d’opérations supprimées",
        other: "# opérations supprimées",
      }),
    categorize: (number) =>
      count(number, {
        one: "# opération catégorisée automatiquement",
        many: "# d’opérations catégorisées automatiquement",
        other: "# opérations catégorisées automatiquement",
      }),
    match: (number) =>
      count(number, {
        one: "# opération reconnue comme virement interne",
        many: "# d’opérations reconnues comme virements internes",
        other: "# opérations reconnues comme virements internes",
      }),
    name_merchants: (number) =>
      count(number, {
        one: "Commerçants renommés dans # opération",
        many: "Commerçants renommés dans # d’opérations",
        other: "Commerçants renommés dans # opérations",
      }),
  },
  account: "Compte modifié",
  merged: "Comptes fusionnés",
  first: (what) => `La première : ${what}`,
  andMore: (name, more) => `${name} et ${more} autres`,
  deletedAccount: "Compte supprimé",
  undo: (what) => `Annulé : ${what}`,
  redo: (what) => `Rétabli : ${what}`,
  wasUndone: "Annulé ensuite",
  tooLate: "Cette modification ne peut plus être annulée, car elle l’est déjà.",
};
