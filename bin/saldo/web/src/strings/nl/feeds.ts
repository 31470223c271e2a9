/** Messages of bank feeds, in Dutch. */
import type { en } from "../en/index.ts";

export const feeds: typeof en.feeds = {
  title: "Bankkoppelingen",
  hint:
    "Haalt elke dag transacties op bij een aanbieder van het SimpleFIN-protocol, zoals SimpleFIN Bridge. Ze worden net als bestanden geïmporteerd.",
  none: "Er is geen bank gekoppeld.",
  connect: "Bank koppelen…",
  connectTitle: "Bank koppelen",
  confirm: "Koppelen",
  connecting: "Bezig met koppelen…",
  token: "Installatietoken",
  tokenHint: "Maak het aan bij je aanbieder en plak het hier. Het werkt één keer.",
  fetchNow: "Nu ophalen",
  fetching: "Bezig met ophalen…",
  again: "Opnieuw koppelen…",
  againTitle: "Opnieuw koppelen",
  disconnect: "Ontkoppelen…",
  disconnectTitle: "Deze bank ontkoppelen?",
  disconnectBody: "De opgeslagen toegangsgegevens worden verwijderd. De opgehaalde transacties blijven.",
  undecided: "Kiezen…",
  newAccount: "Een nieuwe rekening",
  nothing: "Niets",
  unsupported: "Deze valuta kan niet worden geïmporteerd.",
  messages: "Meldingen van de aanbieder",
  states: {
    new: "Nog niet opgehaald",
    working: "Gekoppeld",
    failed: "De laatste keer ophalen is mislukt",
    revoked: "Ingetrokken",
  },
  into: (name) => `${name} importeren in`,
  fetched: (when) => `Laatst opgehaald: ${when}`,
  next: (when) => `Volgende keer: ${when}`,
  fetchesLeft: (number) => `Vandaag nog mogelijk: ${number}`,
  balance: (amount) => `Saldo: ${amount}`,
  pending: (number, sum) => `In behandeling, nog niet geïmporteerd: ${number} (${sum})`,
};
