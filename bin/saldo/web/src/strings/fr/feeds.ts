/** Messages of bank feeds, in French. */
import type { en } from "../en/index.ts";

export const feeds: typeof en.feeds = {
  title: "Connexions bancaires",
  hint:
    "Récupère chaque jour les opérations auprès d’un fournisseur du protocole SimpleFIN, comme SimpleFIN Bridge. Elles sont importées comme des fichiers.",
  none: "Aucune connexion bancaire.",
  connect: "Connecter une banque…",
  connectTitle: "Connecter une banque",
  confirm: "Connecter",
  connecting: "Connexion en cours…",
  token: "Jeton de configuration",
  tokenHint: "Créez-le chez votre fournisseur et collez-le ici. Il ne sert qu’une fois.",
  fetchNow: "Récupérer maintenant",
  fetching: "Récupération en cours…",
  again: "Reconnecter…",
  againTitle: "Reconnecter",
  disconnect: "Déconnecter…",
  disconnectTitle: "Déconnecter cette banque ?",
  disconnectBody: "Les identifiants enregistrés sont supprimés. Les opérations récupérées restent.",
  undecided: "Choisir…",
  newAccount: "Un nouveau compte",
  nothing: "Rien",
  unsupported: "Cette devise ne peut pas être importée.",
  messages: "Messages du fournisseur",
  states: {
    new: "Pas encore récupéré",
    working: "Connecté",
    failed: "La dernière récupération a échoué",
    revoked: "Révoqué",
  },
  into: (name) => `Importer ${name} dans`,
  fetched: (when) => `Dernière récupération : ${when}`,
  next: (when) => `Prochaine récupération : ${when}`,
  fetchesLeft: (number) => `Récupérations restantes aujourd’hui : ${number}`,
  balance: (amount) => `Solde ${amount}`,
  pending: (number, sum) => `En attente, pas encore importées : ${number} (${sum})`,
};
