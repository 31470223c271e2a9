/** Messages of the merchants, in French. */
import { count } from "./count.ts";
import type * as en from "../en/merchants.ts";

export const merchants: typeof en.merchants = {
  title: "Commerçants",
  hint: "Qui vous avez payé et qui vous a payé. Donnez à un commerçant le nom sous lequel vous le connaissez, ou fusionnez-en plusieurs : le nom est utilisé dans la liste, les rapports, les paiements récurrents et les réponses, et pour les relevés suivants.",
  none: "Aucun commerçant pour l’instant. Ajoutez un relevé pour les voir ici.",
  notFound: "Aucun commerçant ne correspond à votre recherche.",
  search: "Rechercher un commerçant",
  orders: { spending: "Dépenses nettes", count: "Nombre d’opérations", last: "Plus récent", name: "Nom" },
  count: (number) => count(number, { one: "# commerçant", many: "# de commerçants", other: "# commerçants" }),
  last: (day) => `Dernière le ${day}`,
  printed: (names) => `Imprimé comme ${names}`,
  selected: (number) =>
    count(number, {
      one: "# commerçant sélectionné",
      many: "# de commerçants sélectionnés",
      other: "# commerçants sélectionnés",
    }),
  rename: "Renommer",
  renameTitle: "Renommer le commerçant",
  renameHint: "Si un autre commerçant porte ce nom, ils ne font plus qu’un.",
  unclear: "Nommez ces commerçants",
  unclearHint: "Ils représentent une grande part de vos dépenses, mais leur nom imprimé ne dit pas qui ils sont.",
  giveName: "Nommer",
  merge: "Fusionner",
  mergeTitle: "Fusionner les commerçants",
  mergeHint: "Tous reçoivent ce nom. Vous pouvez annuler.",
  name: "Nom",
  restore: "Utiliser les noms imprimés",
  renamed: (before, name) => `« ${before} » s’appelle maintenant « ${name} ».`,
  merged: (number, name) =>
    `${count(number, { one: "# commerçant", many: "# de commerçants", other: "# commerçants" })} réunis sous « ${name} ».`,
  restored: (name) => `« ${name} » a retrouvé ses noms imprimés.`,
};
