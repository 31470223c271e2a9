/** Messages of the attachments, in German. */
import type * as en from "../en/attachments.ts";
import { count } from "./count.ts";

export const attachments: typeof en.attachments = {
  title: "Belege",
  add: "Beleg hinzufügen",
  adding: "Wird hinzugefügt…",
  photograph: "Foto aufnehmen",
  remove: (name) => `${name} löschen`,
  removeBody: "Die Datei wird endgültig gelöscht.",
  text: { waiting: "Text wird gelesen…", unavailable: "Kein Text gefunden; die Suche findet ihn nicht" },
  unmatched: (number) => count(number, { one: "# Beleg hat keine Buchung.", other: "# Belege haben keine Buchung." }),
  unmatchedTitle: "Belege ohne Buchung",
  noOffers: "Keine Buchung hat diesen Betrag und dieses Datum.",
  match: "Zuordnen",
  matchTo: (description) => `${description} zuordnen`,
};
