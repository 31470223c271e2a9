/** Messages of the overview, in French. */
import type * as en from "../en/overview.ts";
import { count } from "./count.ts";

export const overview: typeof en.overview = {
  title: "Synthèse",
  accounts: "Comptes",
  worth: "Patrimoine net",
  worthHint: "D’après le dernier solde de chaque compte",
  worthTogether: (currency) =>
    `D’après le dernier solde de chaque compte, converti en ${currency} à vos taux de change ; chaque devise est aussi affichée séparément`,
  asOf: (day) => `au ${day}`,
  noBalance: "Pas encore de solde",
  notProven: "Non prouvé",
  attention: "À examiner",
  recent: "Opérations récentes",
  allTransactions: "Toutes les opérations",
  month: "Mois",
  previousMonth: "Mois précédent",
  nextMonth: "Mois suivant",
  allIn: (currency) => `Tout en ${currency}`,
  together: "total",
  worthApart:
    "D’après le dernier solde de chaque compte ; les devises sont affichées séparément. Pour obtenir un seul total, choisissez une devise principale et ajoutez des taux de change dans les paramètres.",
  unknownAccounts: (names) => `Pas encore de solde pour ${names}.`,
  countedTwice: (one, other) =>
    `${one} et ${other} sont peut-être le même compte ; leurs montants seraient alors comptés deux fois.`,
  countedTwiceLook: "Examiner",
  asTable: "Afficher en tableau",
  cashFlow: "Flux de trésorerie",
  net: "Net",
  spending: "Dépenses",
  spendingApart: "Les catégories ne sont pas converties ; les devises sont affichées séparément.",
  nothingSpent: "Aucune dépense ce mois-ci.",
  areas: "surfaces par catégorie",
  withoutSubcategory: "Sans sous-catégorie",
  smaller: (number) =>
    count(number, {
      one: "# catégorie plus petite",
      many: "# de catégories plus petites",
      other: "# catégories plus petites",
    }),
  refundsApart: "Les catégories avec plus de remboursements que de dépenses figurent seulement dans la liste.",
  changes: "Évolution mensuelle",
  against: (difference, month) => `par rapport à ${month} : ${difference}`,
  sameDays: (day) => `la même période jusqu’au ${day}`,
  more: (amount) => `${amount} de plus`,
  less: (amount) => `${amount} de moins`,
  price: (before) => `contre ${before} auparavant`,
  due: "À venir",
  dueHint: (day) => `Paiements récurrents attendus après le ${day}`,
  about: (amount) => `environ ${amount}`,
  rhythms: {
    weekly: "chaque semaine",
    biweekly: "toutes les deux semaines",
    monthly: "chaque mois",
    quarterly: "chaque trimestre",
    half_yearly: "tous les six mois",
    yearly: "chaque année",
  },
  spentOf: (spent, amount) => `${spent} sur ${amount}`,
  left: (amount) => `reste ${amount}`,
  over: (amount) => `budget dépassé de ${amount}`,
  firstSteps: {
    title: "Premiers pas",
    done: (done: number, all: number) => `${done} sur ${all} terminés`,
    hide: "Masquer les premiers pas",
    steps: {
      statement: "Ajouter un relevé",
      months: "Ajouter trois mois ou plus, pour voir les tendances et les paiements récurrents",
      currency: "Choisir votre devise principale",
      budget: "Définir un budget",
      ask: "Poser une question au conseiller",
    },
  },
};

export const accountKind: typeof en.accountKind = {
  checking: "Compte courant",
  savings: "Épargne",
  card: "Carte de crédit",
  investment: "Placements",
  cash: "Espèces",
  property: "Biens",
  loan: "Prêt",
  other: "Autre compte",
};
