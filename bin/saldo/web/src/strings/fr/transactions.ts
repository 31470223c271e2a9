/** Messages of the transactions page, in French. */
import type * as en from "../en/transactions.ts";
import { count } from "./count.ts";

export const transactions: typeof en.transactions = {
  title: "Opérations",
  search: "Rechercher dans les libellés",
  account: "Compte",
  allAccounts: "Tous les comptes",
  category: "Catégorie",
  allCategories: "Toutes les catégories",
  uncategorized: "Sans catégorie",
  from: "Du",
  to: "Au",
  direction: "Entrées ou sorties",
  both: "Tout",
  in: "Entrées",
  out: "Sorties",
  sort: "Trier par",
  newest: "Plus récentes d’abord",
  oldest: "Plus anciennes d’abord",
  largest: "Plus grosses d’abord",
  groupBy: "Regrouper",
  noGroups: "Sans regroupement",
  groups: {
    day: "Par jour",
    month: "Par mois",
    category: "Par catégorie",
    merchant: "Par commerçant",
    tag: "Par étiquette",
  },
  clear: "Effacer les filtres",
  filters: "Filtres",
  moreFilters: "Plus de filtres",
  none: "Aucune opération ne correspond à vos filtres.",
  noneYet: "Pas encore d’opération. Ajoutez un relevé pour en voir ici.",
  count: (number) => count(number, { one: "# opération", many: "# d’opérations", other: "# opérations" }),
  currency: "Devise",
  allCurrencies: "Toutes les devises",
  least: "Montant min.",
  most: "Montant max.",
  kind: "Virements internes",
  allKinds: "Avec les virements internes",
  noTransfers: "Sans les virements internes",
  onlyTransfers: "Virements internes seulement",
  allTags: "Toutes les étiquettes",
  untagged: "Sans étiquette",
  unreconciled: "Non prouvées",
  oneStatement: "D’un seul relevé",
  clearStatement: "Afficher les opérations de tous les relevés",
  linkedFilters: "Filtré par un lien",
  clearLinked: "Retirer ces filtres",
  totals: "Totaux de ces opérations",
  net: "Net",
  transfersExcluded: (number) =>
    count(number, {
      one: "# virement interne n’est pas compté.",
      many: "# de virements internes ne sont pas comptés.",
      other: "# virements internes ne sont pas comptés.",
    }),
  description: "Libellé",
  note: "Note",
  tags: "Étiquettes",
  tagsHint: "Étiquettes, séparées par des virgules",
  splits: "Ventilations",
  splitCount: (number) => count(number, { one: "# ventilation", many: "# de ventilations", other: "# ventilations" }),
  openSplits: (number, description) =>
    `${count(number, { one: "# ventilation", many: "# de ventilations", other: "# ventilations" })} de ${description}`,
  splitsRemoved: (number) =>
    count(number, {
      one: "# opération sélectionnée est ventilée ; lui attribuer une catégorie supprime ses ventilations.",
      many: "# d’opérations sélectionnées sont ventilées ; leur attribuer une catégorie supprime leurs ventilations.",
      other: "# opérations sélectionnées sont ventilées ; leur attribuer une catégorie supprime leurs ventilations.",
    }),
  amountOfSplit: "C’est le total des ventilations. Pour le modifier, saisissez-les à nouveau.",
  transfer: "Virement interne",
  isTransfer: "Virement interne : ni revenu ni dépense",
  isSplit: "Ventilée sur plusieurs catégories",
  printedAs: (text) => `Sur le relevé : ${text}`,
  select: (description) => `Sélectionner ${description}`,
  open: (description) => `Ouvrir ${description}`,
  bulk: "Opérations sélectionnées",
  selected: (number) =>
    number === null
      ? "Toutes sélectionnées"
      : count(number, { one: "# sélectionnée", many: "# sélectionnées", other: "# sélectionnées" }),
  selectAll: (number) =>
    count(number, { one: "Sélectionner les #", many: "Sélectionner les #", other: "Sélectionner les #" }),
  clearSelection: "Effacer la sélection",
  setCategory: "Attribuer une catégorie…",
  addTags: "Ajouter des étiquettes…",
  markTransfer: "Marquer comme virement interne",
  delete: "Supprimer",
  changed: (description) => `Modifié : ${description}`,
  changedMany: (number) =>
    count(number, {
      one: "# opération modifiée.",
      many: "# d’opérations modifiées.",
      other: "# opérations modifiées.",
    }),
  deleted: (number) =>
    count(number, {
      one: "# opération supprimée.",
      many: "# d’opérations supprimées.",
      other: "# opérations supprimées.",
    }),
  newTransaction: "Nouvelle opération",
  automatic: "Automatique",
  alike: (number) =>
    count(number, {
      one: "Appliquer à # similaire",
      many: "Appliquer à # similaires",
      other: "Appliquer à # similaires",
    }),
  always: "Créer une règle…",
  openSplitForm: "Ventiler…",
  split: "Ventiler",
  splitOf: (amount) => `Ventilations de ${amount} :`,
  splitRest: (amount) => `reste ${amount} à répartir`,
  splitFits: "Entièrement réparti",
  splitDone: (description) => `Ventilé : ${description}`,
  unsplit: "Supprimer la ventilation",
  splitRemoved: (description) => `Ventilation supprimée : ${description}`,
  addSplit: "Ajouter une ventilation",
  splitAmount: (split) => `Montant de la ventilation ${split}`,
  splitCategory: (split) => `Catégorie de la ventilation ${split}`,
  removeSplit: (split) => `Retirer la ventilation ${split}`,
  toStatement: "Afficher sur le relevé",
};

export const keys: typeof en.keys = {
  title: "Raccourcis clavier",
  close: "Fermer",
  j: "Opération suivante",
  k: "Opération précédente",
  enter: "Ouvrir l’opération",
  e: "Modifier le libellé",
  n: "Modifier la note",
  t: "Modifier les étiquettes",
  c: "Attribuer une catégorie",
  x: "Sélectionner ou désélectionner",
  a: "Créer une règle",
  u: "Annuler la dernière modification",
  slash: "Rechercher",
  new: "Nouvelle opération",
  escape: "Effacer la sélection",
  palette: "Tout rechercher",
  help: "Afficher les raccourcis clavier",
  goTo: "Aller à une page, depuis partout",
};

export const rule: typeof en.rule = {
  title: "Créer une règle",
  contains: "Lorsque le libellé contient",
  onlyOut: "Sorties seulement",
  onlyIn: "Entrées seulement",
  onlyAccount: (name) => `Seulement dans ${name}`,
  setCategory: "Attribuer la catégorie",
  noCategory: "Garder la catégorie",
  rename: (description) => `Renommer en « ${description} »`,
  fits: (transactions, changed) =>
    `Modifie ${count(changed, { one: "#", many: "#", other: "#" })} sur ${count(transactions, { one: "# opération.", many: "# d’opérations.", other: "# opérations." })}`,
  save: "Enregistrer la règle",
  applied: (number) =>
    count(number, {
      one: "La règle a modifié # opération.",
      many: "La règle a modifié # d’opérations.",
      other: "La règle a modifié # opérations.",
    }),
};

export const why: typeof en.why = {
  title: "Pourquoi cette catégorie",
  none: "Pas encore catégorisée.",
  words: "D’après le libellé.",
  user: "Vous l’avez choisie.",
  rule: "Attribuée par votre règle :",
  learned: "Apprise des catégories que vous avez choisies.",
  model: "Proposée par un modèle de langage.",
  suggests: (category, percent) => `Vos choix passés suggèrent ${category} (certitude : ${percent} %).`,
  basedOn: (words) =>
    `D’après ${words.map((word) => `« ${word} »`).join(", ")}, comme dans ces opérations antérieures :`,
  because: "Opérations antérieures à l’origine de cette suggestion",
  suggested: {
    learned: "Suggérée d’après les catégories que vous avez choisies",
    model: "Suggérée par un modèle de langage",
  },
};

export const history: typeof en.history = {
  title: "Historique",
  create: "Ajoutée manuellement",
  change: "Modifiée",
  delete: "Supprimée",
  categorize: "Catégorisée",
  match: "Reconnue comme virement interne",
  name_merchants: "Commerçants renommés",
  change_account: "Compte modifié",
  merge_accounts: "Comptes fusionnés",
  undo: "Annulé",
  undone: "(annulé)",
  became: (name, before, after) => `${name} : ${before} → ${after}`,
  yes: "oui",
  no: "non",
};

export const asking: typeof en.asking = {
  ask: (model) => `Interroger ${model} sur les commerçants inconnus`,
  busy: "Interrogation…",
  to: (model, host, merchants) =>
    `${count(merchants, { one: "# commerçant ne correspond ni à vos règles ni à vos choix passés", many: "# de commerçants ne correspondent ni à vos règles ni à vos choix passés", other: "# commerçants ne correspondent ni à vos règles ni à vos choix passés" })}. ${model} sur ${host} peut proposer des catégories.`,
  gets: "Le modèle reçoit le nom des commerçants, le sens (entrée ou sortie) et le nom de vos catégories. Aucun montant, aucune date.",
  exactly: (requests) =>
    count(requests, {
      one: "Texte exact de la requête",
      many: "Texte exact de la première de # de requêtes",
      other: "Texte exact de la première de # requêtes",
    }),
  done: (known, asked, transactions) =>
    `${known} sur ${count(asked, { one: "# commerçant", many: "# de commerçants", other: "# commerçants" })} reconnus, ${count(transactions, { one: "# opération catégorisée", many: "# d’opérations catégorisées", other: "# opérations catégorisées" })}.`,
  nothing: "Il n’y a aucun commerçant inconnu.",
  stopped: {
    tokens_used_up: "La limite de jetons du jour est atteinte.",
    no_answer: "Le modèle n’a pas renvoyé de réponse complète.",
    more: "Il reste des commerçants à demander.",
  },
};

export const offers: typeof en.offers = {
  title: "À examiner",
  review: "Examiner",
  nothing: "Tout est à jour.",
  transfers: (number) =>
    count(number, {
      one: "# virement interne possible.",
      many: "# de virements internes possibles.",
      other: "# virements internes possibles.",
    }),
  groups: (number) =>
    count(number, { one: "# doublon possible.", many: "# de doublons possibles.", other: "# doublons possibles." }),
  accounts: (number) =>
    count(number, {
      one: "# compte peut-être en double.",
      many: "# de comptes peut-être en double.",
      other: "# comptes peut-être en double.",
    }),
  isAccount: "Compte peut-être en double",
  sameNumber: "Les deux ont le même numéro.",
  sameTransactions: "Les deux ont les mêmes opérations.",
  mergeInto: (other, one) => `Fusionner ${other} avec ${one}`,
  keepAccounts: "Garder les deux",
  merged: (other, one) => `${other} a été fusionné avec ${one}.`,
  undoMerge: "Annuler",
  isTransfer: "Est-ce un virement interne ?",
  isDuplicate: "Doublon possible",
  because: {
    named: "L’une mentionne l’autre compte.",
    worded: "Leurs libellés concordent.",
    only_pair: "C’est la seule correspondance possible à ces dates.",
    rate: "Les montants concordent à votre taux de change.",
  },
  link: "Marquer comme virement interne",
  linked: "Marqué comme virement interne.",
  keep: "Tout garder",
  remove: "Supprimer la plus récente",
};
