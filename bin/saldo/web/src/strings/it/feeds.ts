/** Messages of bank feeds, in Italian. */
import type { en } from "../en/index.ts";

export const feeds: typeof en.feeds = {
  title: "Collegamenti bancari",
  hint:
    "Recupera ogni giorno i movimenti da un fornitore del protocollo SimpleFIN, come SimpleFIN Bridge. Vengono importati come file.",
  none: "Nessun collegamento bancario.",
  connect: "Collega una banca…",
  connectTitle: "Collega una banca",
  confirm: "Collega",
  connecting: "Collegamento in corso…",
  token: "Token di configurazione",
  tokenHint: "Crealo presso il tuo fornitore e incollalo qui. Vale una sola volta.",
  fetchNow: "Recupera ora",
  fetching: "Recupero in corso…",
  again: "Ricollega…",
  againTitle: "Ricollega",
  disconnect: "Scollega…",
  disconnectTitle: "Scollegare questa banca?",
  disconnectBody: "Le credenziali salvate vengono eliminate. I movimenti recuperati restano.",
  undecided: "Scegli…",
  newAccount: "Un nuovo conto",
  nothing: "Niente",
  unsupported: "Questa valuta non può essere importata.",
  messages: "Messaggi del fornitore",
  states: {
    new: "Non ancora recuperato",
    working: "Collegato",
    failed: "L’ultimo recupero non è riuscito",
    revoked: "Revocato",
  },
  into: (name) => `Importa ${name} in`,
  fetched: (when) => `Ultimo recupero: ${when}`,
  next: (when) => `Prossimo recupero: ${when}`,
  fetchesLeft: (number) => `Recuperi rimasti oggi: ${number}`,
  balance: (amount) => `Saldo: ${amount}`,
  pending: (number, sum) => `In sospeso, non ancora importati: ${number} (${sum})`,
};
