/** Messages of the recurring payments, in Dutch. */
import type { en } from "../en/index.ts";
import { count } from "./count.ts";

export const recurring: typeof en.recurring = {
  title: "Terugkerende betalingen",
  hint: "Betalingen en inkomsten die met vaste tussenpozen terugkomen, gevonden in je transacties. Negeer wat er geen is: die verdwijnt dan uit de komende betalingen, prognoses en antwoorden.",
  none: "Nog geen terugkerende betalingen gevonden. Een reeks heeft drie betalingen nodig, een jaarlijkse twee.",
  groups: {
    fixed: "Abonnementen en vaste betalingen",
    varying: "Rekeningen met wisselende bedragen",
    income: "Inkomsten",
  },
  next: (day) => `volgende op ${day}`,
  last: (day) => `laatste op ${day}`,
  price: (before, day) => `${before} vóór ${day}`,
  isConfirmed: "Bevestigd",
  confirm: "Bevestigen",
  ignore: "Negeren",
  restore: "Herstellen",
  clear: "Bevestiging verwijderen",
  confirmed: (name) => `“${name}” is bevestigd.`,
  ignored: (name) => `“${name}” wordt genegeerd.`,
  cleared: (name) => `Het besluit over “${name}” is verwijderd.`,
  ignoredCount: (number) => count(number, { one: "# genegeerd", other: "# genegeerd" }),
  endedCount: (number) => count(number, { one: "# beëindigd", other: "# beëindigd" }),
  ahead: "Komende 30 dagen",
  aheadHint: (day) => `Verwacht na ${day}, de datum van je laatste transactie. Er is nog niets van geboekt.`,
  nothingAhead: "In deze dagen worden geen betalingen verwacht.",
  expectedOut: "Verwachte betalingen",
  expectedIn: "Verwachte inkomsten",
};
