/**
 * Messages on the reading of a statement: printed figures that hold, open questions, and origins, in
 * Italian.
 */
import type * as en from "../en/reading.ts";
import { count } from "./count.ts";

export const reading: typeof en.reading = {
  nothing: "L’estratto conto non contiene cifre con cui verificarlo.",
  allHold: (printed) =>
    count(printed, {
      one: "La cifra stampata corrisponde.",
      many: "Tutte le # di cifre stampate corrispondono.",
      other: "Tutte le # cifre stampate corrispondono.",
    }),
  someHold: (holding, printed) => `${holding} cifre stampate su ${printed} corrispondono.`,
  noProof: "Non dimostrano tutti i movimenti.",
  between: (from, to, amount) =>
    `Nessuna riga spiega la variazione di ${amount} del saldo tra le righe ${from} e ${to}.`,
  beside: (row, amount) => `La cifra accanto alla riga ${row} differisce di ${amount}.`,
  figure: {
    running_balance: (amount) => `Un saldo differisce di ${amount}.`,
    opening_balance: (amount) => `Un secondo saldo iniziale differisce di ${amount}.`,
    closing_balance: (amount) => `Il saldo finale differisce di ${amount}.`,
    total_in: (amount) => `Il totale delle entrate differisce di ${amount}.`,
    total_out: (amount) => `Il totale delle uscite differisce di ${amount}.`,
    sum: (amount) => `Una somma sulla pagina differisce di ${amount}.`,
    daily_balance: (amount) => `Un saldo giornaliero differisce di ${amount}.`,
    sign: () => "Un segno stampato contraddice i saldi.",
    count: () => "Un numero di movimenti stampato differisce dalle righe.",
    date: () => "Una data non può essere corretta. Controlla gli anni.",
  },
  show: "Mostra",
  which: "Qual è corretta?",
  whichHint:
    "Le cifre dell’estratto conto le ammettono entrambe. La risposta viene ricordata per gli estratti conto con questo formato.",
  purchases: "Sono acquisti",
  deposits: "Sono accrediti",
  asShown: "Lascia come mostrato",
  other: "Usa l’altra lettura",
  numbered: (name, number) => `${name} (${number})`,
  example: (description, amount) => `${description}: ${amount}`,
  currencyTitle: (code) => `Questi importi sono in ${code}?`,
  currencyHint: "L’estratto conto non indica la valuta. Ti sarà chiesto una volta per conto.",
  yearTitle: (year) => `Questo estratto conto termina nel ${year}?`,
  yearHint: "L’estratto conto non indica l’anno. Ti sarà chiesto una volta per conto.",
  yes: (answer) => `Sì, ${answer}`,
  change: "Modifica",
  changeFact: (fact) => `Modifica: ${fact}`,
  currency: "Valuta",
  year: "Anno",
  title: "Dati rilevati",
  facts: { currency: "Valuta", year: "Anni", kind: "Tipo di conto", signs: "Più e meno" },
  origin: { printed: "Stampato sull’estratto conto", inferred: "Dedotto", confirmed: "Confermato da te" },
};
