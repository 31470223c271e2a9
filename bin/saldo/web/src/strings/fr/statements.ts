/** Messages of the list of statements, in French. */
import type * as en from "../en/statements.ts";
import { count } from "./count.ts";

export const statements: typeof en.statements = {
  title: "Relevés",
  welcome: "Ajoutez votre premier relevé",
  explain:
    "Saldo lit les PDF de votre banque et prouve chaque relevé par ses propres chiffres : le solde initial plus toutes les opérations est égal au solde final.",
  next: "Saldo montre ensuite votre patrimoine net, votre flux de trésorerie et vos dépenses. Vous pouvez définir des budgets et des objectifs, et poser des questions sur votre argent.",
  private: "Tout se passe sur ce serveur. Vos fichiers ne le quittent jamais.",
  sentTo: (host) =>
    `Les fichiers restent sur ce serveur. Si l’un d’eux n’est pas juste, ses lignes, noms et montants compris, sont envoyées à ${host} pour être lues.`,
  add: "Ajoutez vos relevés",
  drop: "Déposez vos relevés ici",
  dropNow: "Relâchez pour ajouter",
  choose: "Choisir des fichiers",
  formats: "PDF, photos (JPG, PNG), CSV, XLSX, OFX, QIF, CAMT.053, MT940 ou ZIP ; plusieurs fichiers à la fois",
  sample: "Essayer un exemple",
  removeSamples: "Supprimer les exemples",
  samplesHint: "Ces relevés d’exemple sont inventés.",
  uploading: "Envoi en cours",
  all: "Vos relevés",
  more: "Afficher plus",
  waiting: "En attente",
  sending: (percent) => `Envoi, ${percent} %`,
  processing: "Traitement",
  duplicate: "Déjà envoyé",
  open: "Ouvrir",
  stop: (name) => `Annuler l’envoi de ${name}`,
  dismiss: (name) => `Fermer ${name}`,
  retry: (name) => `Renvoyer ${name}`,
  tooLarge: "Trop volumineux pour être envoyé",
  notPdf: "Type de fichier non pris en charge",
  notRead: "Pas encore lu",
  read: "Lire",
  announce: (name, state) => `${name} : ${state}`,
  accounts: (number) => count(number, { one: "# compte", many: "# de comptes", other: "# comptes" }),
};

export const state: typeof en.state = {
  queued: "En attente",
  reading: "Lecture",
  readingPage: (page, pages) =>
    pages === null ? `Lecture de la page ${page}` : `Lecture de la page ${page} sur ${pages}`,
  asking: "Interrogation du modèle et vérification de sa réponse",
  checking: "Vérification du solde",
  storing: "Enregistrement des opérations",
  finished: "Terminé",
  found: (rows) => count(rows, { one: "# ligne trouvée", many: "# de lignes trouvées", other: "# lignes trouvées" }),
  balanced: "Prouvé",
  balancedLong: "Le solde initial plus toutes les opérations est égal au solde final, au centime près.",
  unbalanced: (amount) => (amount === null ? "N’est pas juste" : `Écart de ${amount}`),
  unbalancedAt: (amount, row) =>
    amount === null ? `N’est plus juste à partir de la ligne ${row}` : `Écart de ${amount} à la ligne ${row}`,
  unbalancedLong: "Un chiffre du relevé contredit les opérations lues.",
  unchecked: "Lu, non vérifiable",
  uncheckedLong: "Le relevé ne contient aucun chiffre permettant de vérifier ses opérations.",
  undecidedLong: "Les chiffres du relevé ne prouvent pas toutes les opérations.",
  askedLong: "Une partie de ce relevé est ambiguë. Répondez à la question ci-dessous.",
};

export const failure: typeof en.failure = {
  needs_password: {
    short: "Mot de passe requis",
    long: "Ce fichier est protégé. Saisissez le mot de passe fourni par votre banque. Il sert une seule fois et n’est jamais enregistré.",
  },
  wrong_password: {
    short: "Mot de passe incorrect",
    long: "Ce mot de passe n’ouvre pas le fichier. Essayez-en un autre.",
  },
  image_only: {
    short: "Image numérisée sans texte",
    long: "Ce fichier est une numérisation sans texte. Téléchargez le PDF d’origine auprès de votre banque.",
  },
  not_a_statement: {
    short: "Pas un relevé",
    long: "Aucune opération n’a été trouvée dans ce fichier. Est-ce un relevé de compte ou de carte ?",
  },
  unreadable: {
    short: "Endommagé",
    long: "Ce fichier est endommagé. Téléchargez-le à nouveau auprès de votre banque.",
  },
  too_large: {
    short: "Trop long à lire",
    long: "Ce fichier a plus de pages ou de texte que Saldo ne peut en lire à la fois. Divisez-le en relevés plus courts.",
  },
};

export const password: typeof en.password = {
  title: "Ouvrir un fichier protégé",
  label: "Mot de passe du fichier",
  open: "Ouvrir et lire",
  show: "Afficher la page",
  hint: "Sert une seule fois à ouvrir le fichier ; jamais enregistré.",
};

export const kind: typeof en.kind = {
  bank: "Relevé bancaire",
  card: "Relevé de carte",
  investment: "Relevé de placements",
  other: "Relevé",
};
