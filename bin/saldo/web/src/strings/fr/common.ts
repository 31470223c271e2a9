/** Messages that all pages share, in French. */
import type * as en from "../en/common.ts";
import { count } from "./count.ts";

export const saldo: string = "Saldo";

export const loading: string = "Chargement…";

export const cancel: string = "Annuler";

export const save: string = "Enregistrer";

export const retry: string = "Réessayer";

export const skipToContent: string = "Aller au contenu";

export const notFound: typeof en.notFound = {
  title: "Page introuvable",
  body: "Cette page n’existe pas. Elle a peut-être été supprimée.",
  back: "Aller aux relevés",
};

export const trouble: typeof en.trouble = {
  offline: "Le serveur est injoignable. Vérifiez votre connexion et réessayez.",
  server: "Une erreur s’est produite sur le serveur. Réessayez ou consultez le journal du serveur.",
  gone: "Cet élément n’existe plus.",
  page: "Une erreur s’est produite sur cette page.",
  reload: "Recharger",
};

export const nav: typeof en.nav = {
  label: "Menu principal",
  overview: "Synthèse",
  statements: "Relevés",
  transactions: "Opérations",
  accounts: "Comptes",
  budget: "Budget",
  goals: "Objectifs",
  recurring: "Récurrents",
  reports: "Rapports",
  advisor: "Conseiller",
  settings: "Paramètres",
  more: "Plus",
};

export const amounts: typeof en.amounts = {
  hide: "Masquer les montants",
  show: "Afficher les montants",
};

export const chart: typeof en.chart = {
  further: (number) => count(number, { one: "# autre", many: "# autres", other: "# autres" }),
  saveTable: (title) => `Enregistrer ${title} en tableau (CSV)`,
  savePicture: (title) => `Enregistrer ${title} en image (PNG)`,
  group: "Groupe",
  share: "Part",
};

export const palette: typeof en.palette = {
  title: "Tout rechercher",
  short: "Rechercher",
  label: "Rechercher des pages, des comptes, des catégories, des commerçants et des relevés, ou poser une question",
  placeholder: "Rechercher ou demander…",
  results: "Résultats",
  groups: {
    pages: "Pages",
    actions: "Actions",
    views: "Vues enregistrées",
    accounts: "Comptes",
    categories: "Catégories",
    merchants: "Commerçants",
    statements: "Relevés",
    further: "Plus",
  },
  find: (text) => `Rechercher « ${text} » dans les opérations`,
  ask: (text) => `Demander au conseiller : « ${text} »`,
  count: (number) => count(number, { one: "# résultat", many: "# de résultats", other: "# résultats" }),
  move: "Sélectionner",
  open: "Ouvrir",
};

export const help: typeof en.help = {
  title: "Aide",
  link: "Aide sur cette page",
  inEnglish: "Le guide n’existe qu’en anglais.",
  all: "Tous les sujets",
};
