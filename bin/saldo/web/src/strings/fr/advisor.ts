/** Messages of the advisor, in French. */
import type * as en from "../en/advisor.ts";
import { count } from "./count.ts";

export const advisor: typeof en.advisor = {
  title: "Conseiller",
  empty: "Posez une question sur votre argent",
  emptyBody: "Les réponses s’appuient uniquement sur vos propres opérations.",
  ideas: [
    "Combien ai-je dépensé le mois dernier ?",
    "Quelles sont mes plus grosses dépenses ?",
    "Combien ai-je dépensé en courses le mois dernier ?",
    "Combien ai-je dépensé par mois ?",
  ],
  placeholder: "Posez une question sur votre argent",
  label: "Votre question",
  send: "Envoyer",
  stop: "Arrêter",
  again: "Générer une nouvelle réponse",
  clear: "Nouvelle conversation",
  you: "Vous",
  saldo: "Saldo",
  viewer:
    "Vous pouvez lire les conversations de ces comptes. Seuls les éditeurs et les propriétaires peuvent poser des questions.",
  answered: "La réponse est complète.",
  thinking: "Préparation de la réponse…",
  failed: "Le conseiller n’a pas pu répondre.",
  stepFailed: "échec",
  usedTool: (name) => `Outil utilisé : ${name}`,
  steps: {
    books: "Comptes et dates consultés",
    query: "Chiffres calculés",
    cash_flow: "Revenus et dépenses additionnés",
    compare_periods: "Deux périodes comparées",
    spending: "Dépenses additionnées",
    search_transactions: "Opérations recherchées",
    balances: "Soldes consultés",
    net_worth: "Patrimoine net calculé",
    recurring: "Paiements récurrents recherchés",
    forecast: "Échéances à venir vérifiées",
    runway: "Durée de vos réserves calculée",
    budgets: "Budgets vérifiés",
    statement_coverage: "Couverture par les relevés vérifiée",
    duplicates: "Doublons recherchés",
    explain_transaction: "Origine d’une opération retrouvée",
    render_chart: "Graphique tracé",
    savings_goal: "Objectif d’épargne calculé",
    savings_growth: "Croissance de l’épargne calculée",
    loan: "Prêt calculé",
  },
  answeredHere: (model) => `Réponse de ${model} sur ce serveur. Aucune donnée ne l’a quitté.`,
  answeredThere: (model) => `Réponse de ${model}, qui a reçu votre question et les chiffres consultés.`,
  log: "Conversation",
  ungrounded: "Non vérifié : ce chiffre ne vient pas de vos données",
  unlisted: (most) => `Plus de ${count(most, { one: "#", many: "#", other: "#" })} opérations : trop pour une liste`,
  grounded: "Afficher les opérations derrière ce chiffre",
  edit: "Modifier la question",
  linkOut: "(ouvre un autre site)",
};

export const chips: typeof en.chips = {
  label: "Éléments de la question",
  offers: "Questions possibles",
  kinds: {
    measure: "Chiffre",
    period: "Période",
    compare: "Comparaison",
    groupBy: "Répartition",
    categories: "Catégorie",
    merchants: "Commerçant",
    accounts: "Compte",
    tags: "Étiquette",
    texts: "Texte",
    without: "Exclusion",
    currency: "Devise",
  },
  condition: "Condition",
  change: (kind, text) => `Modifier ${kind} : ${text}`,
  add: (kind) => `Ajouter ${kind}`,
  without: (name) => `Sans ${name}`,
  remove: "Retirer",
  ever: "Depuis toujours",
  from: "Du",
  to: "Au",
  apply: "Utiliser ces dates",
};

export const threads: typeof en.threads = {
  title: "Conversations",
  search: "Rechercher dans les conversations",
  none: "Pas encore de conversation.",
  nothingFound: "Aucune conversation trouvée.",
  name: "Nom de la conversation",
  rename: (title) => `Renommer ${title}`,
  delete: (title) => `Supprimer ${title}`,
};

export const approval: typeof en.approval = {
  title: "Appliquer cette modification ?",
  transactions: (number) =>
    count(number, {
      one: "# opération sera modifiée.",
      many: "# d’opérations seront modifiées.",
      other: "# opérations seront modifiées.",
    }),
  allow: "Appliquer",
  deny: "Ne pas appliquer",
  doing: "Application…",
  done: "Appliqué",
  denied: "Annulé",
  failed: "La modification a échoué",
};

export const trace: typeof en.trace = {
  title: "Ce qui a été envoyé",
  none: "Pas encore de réponse dans cette conversation.",
  left: "Ceci a été envoyé à une autre machine.",
  stayed: "Rien de tout cela n’a quitté le serveur.",
  cost: (input, output, milliseconds) =>
    `${count(input, { one: "# jeton en entrée", many: "# de jetons en entrée", other: "# jetons en entrée" })}, ${count(output, { one: "# en sortie", many: "# en sortie", other: "# en sortie" })}, ${milliseconds} ms`,
  roles: { user: "Vous", assistant: "Conseiller", tool: "Résultat d’un outil" },
  model: "Réponse de",
  analyst: "analyste intégré",
  analystStays: "L’analyste intégré répond sur ce serveur. Aucune donnée ne le quitte.",
  willStay: (model) => `${model} répond sur ce serveur. Aucune donnée ne le quitte.`,
  willAsk: (model) => `${model} répond. Nous vous demanderons avant tout envoi.`,
  mayNotLeave: "L’analyste intégré répond, car vous ne souhaitez pas envoyer de données à d’autres machines.",
  willLeave: (model) => `${model} répond et reçoit votre question ainsi que les chiffres consultés.`,
};

export const consent: typeof en.consent = {
  title: "Envoyer ceci ?",
  at: (model, host) => `${model} sur ${host}`,
  elsewhere: "une autre machine",
  to: (model, host) => `Pour répondre, ${model} sur ${host} a besoin de :`,
  kinds: {
    question: "votre question",
    conversation: "cette conversation jusqu’ici",
    files: "le contenu des fichiers joints",
    notes: "vos notes pour le conseiller",
    books: "les chiffres et opérations consultés",
  },
  masked:
    "Les numéros de compte et de carte des libellés sont masqués : seuls les quatre derniers caractères sont envoyés. Vos propres mots sont envoyés tels quels.",
  exactly: (bytes) =>
    count(bytes, {
      one: "Texte exact de la première requête (# octet)",
      many: "Texte exact de la première requête (# d’octets)",
      other: "Texte exact de la première requête (# octets)",
    }),
  instructions: "Instructions",
  leftOut: (number) =>
    count(number, {
      one: "# message précédent est aussi envoyé.",
      many: "# de messages précédents sont aussi envoyés.",
      other: "# messages précédents sont aussi envoyés.",
    }),
  tools: (names) => `Le modèle peut consulter : ${names}. Les résultats sont aussi envoyés.`,
  answers: {
    once: "Envoyer une fois",
    thread: "Autoriser pour cette conversation",
    always: "Toujours autoriser",
    no: "Utiliser l’analyste intégré",
  },
  unanswered: "Rien n’a été envoyé.",
  withdraw: "Me redemander dans cette conversation",
};

export const attachment: typeof en.attachment = {
  add: "Joindre un relevé ou un export bancaire",
  beside: "Fichiers joints",
  dropNow: "Relâchez pour joindre",
  sending: (name) => `Envoi de ${name}`,
  remove: (name) => `Retirer ${name}`,
  reading: (name) => `Lecture de ${name}`,
  page: (name, page, pages, rows) =>
    `Lecture de ${name} : page ${page}${pages === null ? "" : ` sur ${pages}`}, ${count(rows, { one: "# ligne", many: "# de lignes", other: "# lignes" })}`,
  failed: (name) => `Impossible de lire ${name}.`,
  found: (transactions) => count(transactions, { one: "# opération", many: "# d’opérations", other: "# opérations" }),
  fresh: (transactions) =>
    transactions === 0
      ? "aucune nouvelle"
      : count(transactions, { one: "# nouvelle", many: "# nouvelles", other: "# nouvelles" }),
};
