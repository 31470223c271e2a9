/** Messages of the page of one statement and its proof, in French. */
import type * as en from "../en/statement.ts";
import { count } from "./count.ts";

export const statement: typeof en.statement = {
  back: "Relevés",
  page: "Page",
  rows: "Opérations",
  views: "Vues du relevé",
  date: "Date",
  description: "Libellé",
  amount: "Montant",
  balance: "Solde",
  balanceOf: (amount) => `solde ${amount}`,
  opening: "Solde initial",
  moneyIn: "Entrées",
  moneyOut: "Sorties",
  closing: "Solde final",
  expected: "Solde initial plus opérations",
  difference: "Écart",
  stopsAddingUp: "À partir d’ici, le solde n’est plus juste",
  causes: "Causes possibles",
  checks: "Vérifications",
  download: "Fichier d’origine",
  again: "Relire",
  delete: "Supprimer",
  deleteTitle: "Supprimer ce relevé ?",
  deleteBody: (name) =>
    `${name} et les opérations qui ne figurent que sur ce relevé seront supprimés. Cette action est irréversible.`,
  deleteConfirm: "Supprimer",
  none: "Aucune opération trouvée.",
  pageOf: (page, pages) => `Page ${page} sur ${pages}`,
  previousPage: "Page précédente",
  nextPage: "Page suivante",
  pageLabel: (page) => `Image de la page ${page} du relevé`,
  pageFailed: "Cette page ne peut pas être affichée. Vous pouvez télécharger le fichier d’origine.",
  spot: (description) => `Afficher l’opération ${description}`,
  readBy: {
    layout: "Lu sur ce serveur d’après la mise en page",
    model: "Lu par un modèle de langage ; chaque ligne a été retrouvée sur la page",
    picture: "Lu sur une image numérisée : vérifiez les libellés",
    import: "Importé d’un fichier de données",
  },
  uploadedAt: (moment) => `Envoyé le ${moment}`,
};

export const witness: typeof en.witness = {
  opening_and_closing: (holds) =>
    holds ? "Solde initial + opérations = solde final" : "Solde initial + opérations ≠ solde final",
  running_balances: (printed, holding) =>
    holding === printed
      ? count(printed, {
          one: "Le seul solde progressif est correct",
          many: "Le solde progressif est correct sur les # de lignes",
          other: "Le solde progressif est correct sur les # lignes",
        })
      : `Le solde progressif est correct sur ${holding} des ${printed} lignes`,
  total_in: (holds) =>
    holds ? "Le total des entrées concorde avec le relevé" : "Le total des entrées diffère du relevé",
  total_out: (holds) =>
    holds ? "Le total des sorties concorde avec le relevé" : "Le total des sorties diffère du relevé",
  count: (holds) =>
    holds ? "Le nombre d’opérations concorde avec le relevé" : "Le nombre d’opérations diffère du relevé",
  other_balances: (printed, holding) => `Soldes répétés : ${holding} sur ${printed} concordent`,
  sums: (printed, holding) => `Totaux des pages : ${holding} sur ${printed} concordent`,
  daily_balances: (printed, holding) => `Soldes journaliers : ${holding} sur ${printed} concordent`,
};
