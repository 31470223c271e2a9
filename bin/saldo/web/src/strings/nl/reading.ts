/**
 * Messages on the reading of a statement: printed figures that hold, open questions, and origins, in Dutch.
 */
import type * as en from "../en/reading.ts";
import { count } from "./count.ts";

export const reading: typeof en.reading = {
  nothing: "Het afschrift bevat geen getallen om het mee te controleren.",
  allHold: (printed) =>
    count(printed, { one: "Het gedrukte getal klopt.", other: "Alle # gedrukte getallen kloppen." }),
  someHold: (holding, printed) => `${holding} van de ${printed} gedrukte getallen kloppen.`,
  noProof: "Ze bewijzen niet elke transactie.",
  between: (from, to, amount) =>
    `Geen rij verklaart de verandering van ${amount} in het saldo tussen rij ${from} en rij ${to}.`,
  beside: (row, amount) => `Het getal naast rij ${row} wijkt ${amount} af.`,
  figure: {
    running_balance: (amount) => `Een saldo wijkt ${amount} af.`,
    opening_balance: (amount) => `Een tweede beginsaldo wijkt ${amount} af.`,
    closing_balance: (amount) => `Het eindsaldo wijkt ${amount} af.`,
    total_in: (amount) => `Het totaal bij wijkt ${amount} af.`,
    total_out: (amount) => `Het totaal af wijkt ${amount} af.`,
    sum: (amount) => `Een totaal op de pagina wijkt ${amount} af.`,
    daily_balance: (amount) => `Een dagsaldo wijkt ${amount} af.`,
    sign: () => "Een gedrukt teken spreekt de saldi tegen.",
    count: () => "Een gedrukt aantal transacties wijkt af van de regels.",
    date: () => "Een datum kan niet kloppen. Controleer de jaren.",
  },
  show: "Tonen",
  which: "Wat klopt?",
  whichHint:
    "De getallen op het afschrift laten beide toe. Je antwoord wordt onthouden voor afschriften met deze opmaak.",
  purchases: "Dit zijn aankopen",
  deposits: "Dit zijn bijschrijvingen",
  asShown: "Laten zoals getoond",
  other: "De andere lezing gebruiken",
  numbered: (name, number) => `${name} (${number})`,
  example: (description, amount) => `${description}: ${amount}`,
  currencyTitle: (code) => `Zijn deze bedragen in ${code}?`,
  currencyHint: "Het afschrift noemt geen valuta. We vragen dit één keer per rekening.",
  yearTitle: (year) => `Eindigt dit afschrift in ${year}?`,
  yearHint: "Het afschrift noemt geen jaar. We vragen dit één keer per rekening.",
  yes: (answer) => `Ja, ${answer}`,
  change: "Wijzigen",
  changeFact: (fact) => `Wijzigen: ${fact}`,
  currency: "Valuta",
  year: "Jaar",
  title: "Herkende gegevens",
  facts: { currency: "Valuta", year: "Jaren", kind: "Soort rekening", signs: "Plus en min" },
  origin: { printed: "Gedrukt op het afschrift", inferred: "Afgeleid", confirmed: "Door jou bevestigd" },
};
