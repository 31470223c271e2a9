/** Messages of bank feeds, in German. */
import type { en } from "../en/index.ts";

export const feeds: typeof en.feeds = {
  title: "Bankanbindung",
  hint:
    "Holt jeden Tag Umsätze von einem Anbieter des SimpleFIN-Protokolls, zum Beispiel SimpleFIN Bridge. Sie werden wie Dateien importiert.",
  none: "Keine Bankanbindung eingerichtet.",
  connect: "Bank anbinden…",
  connectTitle: "Bank anbinden",
  confirm: "Verbinden",
  connecting: "Wird verbunden…",
  token: "Einrichtungstoken",
  tokenHint: "Erstelle es bei deinem Anbieter und füge es hier ein. Es gilt einmal.",
  fetchNow: "Jetzt abrufen",
  fetching: "Wird abgerufen…",
  again: "Neu verbinden…",
  againTitle: "Neu verbinden",
  disconnect: "Trennen…",
  disconnectTitle: "Diese Bankanbindung trennen?",
  disconnectBody: "Die gespeicherten Zugangsdaten werden gelöscht. Die geholten Umsätze bleiben.",
  undecided: "Auswählen…",
  newAccount: "Ein neues Konto",
  nothing: "Nichts",
  unsupported: "Diese Währung kann nicht importiert werden.",
  messages: "Meldungen des Anbieters",
  states: {
    new: "Noch nicht abgerufen",
    working: "Verbunden",
    failed: "Der letzte Abruf ist fehlgeschlagen",
    revoked: "Widerrufen",
  },
  into: (name) => `${name} importieren in`,
  fetched: (when) => `Zuletzt abgerufen: ${when}`,
  next: (when) => `Nächster Abruf: ${when}`,
  fetchesLeft: (number) => `Heute noch mögliche Abrufe: ${number}`,
  balance: (amount) => `Kontostand ${amount}`,
  pending: (number, sum) => `Vorgemerkt, noch nicht importiert: ${number} (${sum})`,
};
