/** Messages of the merchants, in Dutch. */
import { count } from "./count.ts";
import type * as en from "../en/merchants.ts";

export const merchants: typeof en.merchants = {
  title: "Winkels",
  hint: "Wie je betaalde en wie jou betaalde. Geef een tegenpartij de naam waaronder je die kent, of voeg er meerdere samen: de naam geldt in de lijst, in rapporten, terugkerende betalingen en antwoorden, en voor latere afschriften.",
  none: "Nog geen winkels. Voeg een afschrift toe om ze hier te zien.",
  notFound: "Geen winkel komt overeen met je zoekopdracht.",
  search: "Winkels zoeken",
  orders: { spending: "Netto uitgaven", count: "Aantal transacties", last: "Laatste", name: "Naam" },
  count: (number) => count(number, { one: "# winkel", other: "# winkels" }),
  last: (day) => `Laatste ${day}`,
  printed: (names) => `Afgedrukt als ${names}`,
  selected: (number) => count(number, { one: "# winkel geselecteerd", other: "# winkels geselecteerd" }),
  rename: "Hernoemen",
  renameTitle: "Winkel hernoemen",
  renameHint: "Heeft een andere winkel deze naam, dan worden ze één.",
  unclear: "Geef deze winkels een naam",
  unclearHint: "Ze vormen een groot deel van je uitgaven, maar hun afgedrukte naam zegt niet wie het zijn.",
  giveName: "Naam geven",
  merge: "Samenvoegen",
  mergeTitle: "Winkels samenvoegen",
  mergeHint: "Alle krijgen deze naam. Je kunt het ongedaan maken.",
  name: "Naam",
  restore: "Afgedrukte namen gebruiken",
  renamed: (before, name) => `‘${before}’ heet nu ‘${name}’.`,
  merged: (number, name) => `${count(number, { one: "# winkel", other: "# winkels" })} samengevoegd tot ‘${name}’.`,
  restored: (name) => `‘${name}’ heeft weer de afgedrukte namen.`,
};
