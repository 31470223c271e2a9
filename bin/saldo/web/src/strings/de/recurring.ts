/** Messages of the recurring payments, in German. */
import type { en } from "../en/index.ts";
import { count } from "./count.ts";

export const recurring: typeof en.recurring = {
  title: "Wiederkehrende Zahlungen",
  hint: "Zahlungen und Einnahmen, die sich in regelmäßigen Abständen wiederholen, gefunden in deinen Buchungen. Ignoriere, was keine ist: Sie fehlt dann bei anstehenden Zahlungen, Prognosen und Antworten.",
  none: "Noch keine wiederkehrenden Zahlungen gefunden. Eine Reihe braucht drei Zahlungen, eine jährliche zwei.",
  groups: {
    fixed: "Abos und feste Zahlungen",
    varying: "Rechnungen mit wechselnden Beträgen",
    income: "Einnahmen",
  },
  next: (day) => `nächste am ${day}`,
  last: (day) => `zuletzt am ${day}`,
  price: (before, day) => `${before} vor dem ${day}`,
  isConfirmed: "Bestätigt",
  confirm: "Bestätigen",
  ignore: "Ignorieren",
  restore: "Wiederherstellen",
  clear: "Bestätigung entfernen",
  confirmed: (name) => `„${name}“ ist bestätigt.`,
  ignored: (name) => `„${name}“ wird ignoriert.`,
  cleared: (name) => `Die Entscheidung über „${name}“ ist entfernt.`,
  ignoredCount: (number) => count(number, { one: "# ignoriert", other: "# ignoriert" }),
  endedCount: (number) => count(number, { one: "# beendet", other: "# beendet" }),
  ahead: "Nächste 30 Tage",
  aheadHint: (day) => `Erwartet nach dem ${day}, dem Tag deiner letzten Buchung. Noch nichts davon ist gebucht.`,
  nothingAhead: "In diesen Tagen werden keine Zahlungen erwartet.",
  expectedOut: "Erwartete Zahlungen",
  expectedIn: "Erwartete Einnahmen",
};
