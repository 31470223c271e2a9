/** Messages of the merchants, in German. */
import { count } from "./count.ts";
import type * as en from "../en/merchants.ts";

export const merchants: typeof en.merchants = {
  title: "Händler",
  hint: "Wen du bezahlt hast und wer dich bezahlt hat. Gib einem Händler den Namen, unter dem du ihn kennst, oder führe mehrere zusammen: Der Name gilt in der Liste, in Berichten, wiederkehrenden Zahlungen und Antworten, auch für spätere Auszüge.",
  none: "Noch keine Händler. Füge einen Auszug hinzu, um sie hier zu sehen.",
  notFound: "Kein Händler passt zu deiner Suche.",
  search: "Händler suchen",
  orders: { spending: "Nettoausgaben", count: "Anzahl der Buchungen", last: "Neueste", name: "Name" },
  count: (number) => count(number, { one: "# Händler", other: "# Händler" }),
  last: (day) => `Zuletzt ${day}`,
  printed: (names) => `Gedruckt als ${names}`,
  selected: (number) => count(number, { one: "# Händler ausgewählt", other: "# Händler ausgewählt" }),
  rename: "Umbenennen",
  renameTitle: "Händler umbenennen",
  renameHint: "Hat ein anderer Händler diesen Namen, werden sie zu einem.",
  unclear: "Diese Händler benennen",
  unclearHint:
    "Sie machen einen großen Teil deiner Ausgaben aus, aber ihre gedruckten Namen sagen nicht, wer sie sind.",
  giveName: "Benennen",
  merge: "Zusammenführen",
  mergeTitle: "Händler zusammenführen",
  mergeHint: "Alle bekommen diesen Namen. Du kannst es rückgängig machen.",
  name: "Name",
  restore: "Gedruckte Namen verwenden",
  renamed: (before, name) => `„${before}“ heißt jetzt „${name}“.`,
  merged: (number, name) => `${count(number, { one: "# Händler", other: "# Händler" })} zu „${name}“ zusammengeführt.`,
  restored: (name) => `„${name}“ hat wieder die gedruckten Namen.`,
};
