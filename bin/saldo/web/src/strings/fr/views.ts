/** Messages of the saved views, in French. */
import type * as en from "../en/views.ts";

export const views: typeof en.views = {
  title: "Vues enregistrées",
  short: "Vues",
  hint: "Les filtres et rapports que vous avez enregistrés sous un nom. La recherche les trouve aussi.",
  none: "Pas encore de vue enregistrée. Filtrez les opérations ou préparez un rapport, puis choisissez Vues.",
  noneHere: {
    transactions: "Filtrez la liste, puis enregistrez-la ici.",
    reports: "Enregistrez ce rapport pour le rouvrir.",
  },
  save: "Enregistrer cette vue…",
  saveTitle: "Enregistrer cette vue",
  manage: "Gérer les vues",
  name: "Nom",
  taken: "Une vue porte déjà ce nom. Elle sera remplacée.",
  replace: "Remplacer",
  rename: "Renommer",
  renameTitle: "Renommer la vue",
  deleted: (name) => `Vue « ${name} » supprimée.`,
};
