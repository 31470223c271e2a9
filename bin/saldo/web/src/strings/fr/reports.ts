/** Messages of the reports page, in French. */
import type * as en from "../en/reports.ts";
import { count } from "./count.ts";

export const reports: typeof en.reports = {
  title: "Rapports",
  choices: "Rapport",
  show: "Chiffre",
  shows: { spent: "Sorties", received: "Entrées", net: "Solde net", flow: "Flux de trésorerie" },
  by: "Regrouper par",
  groupings: {
    category: "Catégorie",
    merchant: "Commerçant",
    account: "Compte",
    tag: "Étiquette",
    month: "Mois",
    weekday: "Jour de la semaine",
  },
  groupedBy: {
    category: "par catégorie",
    merchant: "par commerçant",
    account: "par compte",
    tag: "par étiquette",
    month: "par mois",
    weekday: "par jour de la semaine",
  },
  tagsHint:
    "Une transaction avec plusieurs étiquettes compte pour chacune : la somme des lignes peut donc dépasser le total.",
  period: "Période",
  periods: {
    month: "Dernier mois",
    threeMonths: "3 derniers mois",
    twelveMonths: "12 derniers mois",
    year: "Cette année",
    lastYear: "L’année dernière",
    all: "Toute la période",
    custom: "Autres dates",
  },
  compare: "Comparer avec",
  compares: { none: "Rien", previous: "La période précédente", yearBefore: "L’année précédente" },
  before: "Avant",
  change: "Variation",
  none: "Aucune opération sur cette période.",
  against: (period) => `par rapport à ${period}`,
  shown: (shown, all) => `Les ${shown} premières lignes sur ${all} ; le fichier CSV les contient toutes.`,
  smaller: (number) => count(number, { one: "# plus petit", many: "# de plus petits", other: "# plus petits" }),
  addFilter: "Ajouter un filtre",
  pick: "Choisir…",
  removeFilter: (name) => `Retirer le filtre ${name}`,
  only: (name) => `Seulement ${name}`,
  left: "Reste",
  missing: "Pris sur l’épargne",
};
