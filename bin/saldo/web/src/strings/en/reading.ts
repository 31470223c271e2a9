/** English messages on the reading of a statement: printed figures that hold, open questions, and origins. */
import { count } from "./count.ts";

export const reading = {
  nothing: "The statement has no figures to check against.",
  allHold: (printed: number) =>
    count(printed, { one: "The printed figure matches.", other: "All # printed figures match." }),
  someHold: (holding: number, printed: number) => `${holding} of ${printed} printed figures match.`,
  noProof: "They don’t prove every transaction.",
  between: (from: number, to: number, amount: string) =>
    `No row explains the change of ${amount} in the balance between rows ${from} and ${to}.`,
  beside: (row: number, amount: string) => `The figure beside row ${row} is off by ${amount}.`,
  figure: {
    running_balance: (amount: string) => `A balance is off by ${amount}.`,
    opening_balance: (amount: string) => `A second opening balance differs by ${amount}.`,
    closing_balance: (amount: string) => `The closing balance is off by ${amount}.`,
    total_in: (amount: string) => `The total of money in is off by ${amount}.`,
    total_out: (amount: string) => `The total of money out is off by ${amount}.`,
    sum: (amount: string) => `A sum on the page is off by ${amount}.`,
    daily_balance: (amount: string) => `A daily balance is off by ${amount}.`,
    sign: () => "A printed sign contradicts the balances.",
    date: () => "A date can’t be right. Check the years.",
  },
  show: "Show",
  which: "Which is correct?",
  whichHint: "The figures on the statement allow both. Your answer is remembered for statements of this layout.",
  purchases: "These are purchases",
  deposits: "These are deposits",
  asShown: "Keep as shown",
  other: "Use the other reading",
  example: (description: string, amount: string) => `${description}: ${amount}`,
  currencyTitle: (code: string) => `Are these amounts in ${code}?`,
  currencyHint: "The statement doesn’t show its currency. You’ll be asked once per account.",
  yearTitle: (year: number) => `Does this statement end in ${year}?`,
  yearHint: "The statement doesn’t show the year. You’ll be asked once per account.",
  yes: (answer: string) => `Yes, ${answer}`,
  change: "Change",
  changeFact: (fact: string) => `Change: ${fact}`,
  currency: "Currency",
  year: "Year",
  title: "Reading details",
  facts: { currency: "Currency", year: "Years", kind: "Account type", signs: "Plus and minus" },
  origin: { printed: "Printed on the statement", inferred: "Inferred", confirmed: "Confirmed by you" },
};
