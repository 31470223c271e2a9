/** German messages on the reading of a statement: printed figures that hold, open questions, and origins. */
import type { en } from "../en/index.ts";
import { count } from "./count.ts";

export const reading: typeof en.reading = {
  nothing: "Der Auszug enthält keine Zahlen, an denen er sich prüfen lässt.",
  allHold: (printed) =>
    count(printed, { one: "Die gedruckte Zahl stimmt.", other: "Alle # gedruckten Zahlen stimmen." }),
  someHold: (holding, printed) => `${holding} von ${printed} gedruckten Zahlen stimmen.`,
  noProof: "Sie beweisen nicht jede Buchung.",
  between: (from, to, amount) =>
    `Zwischen Zeile ${from} und Zeile ${to} ändert sich der Saldo um ${amount}, ohne dass eine Zeile das erklärt.`,
  beside: (row, amount) => `Die Zahl neben Zeile ${row} weicht um ${amount} ab.`,
  figure: {
    running_balance: (amount) => `Ein Saldo weicht um ${amount} ab.`,
    opening_balance: (amount) => `Ein zweiter Anfangssaldo weicht um ${amount} ab.`,
    closing_balance: (amount) => `Der Endsaldo weicht um ${amount} ab.`,
    total_in: (amount) => `Die Summe der Eingänge weicht um ${amount} ab.`,
    total_out: (amount) => `Die Summe der Ausgänge weicht um ${amount} ab.`,
    sum: (amount) => `Eine Summe auf der Seite weicht um ${amount} ab.`,
    daily_balance: (amount) => `Ein Tagessaldo weicht um ${amount} ab.`,
    sign: () => "Ein gedrucktes Vorzeichen widerspricht den Salden.",
    count: () => "Eine gedruckte Anzahl von Buchungen weicht von den Zeilen ab.",
    date: () => "Ein Datum kann nicht stimmen. Prüfe die Jahre.",
  },
  show: "Anzeigen",
  which: "Was ist richtig?",
  whichHint:
    "Die Zahlen auf dem Auszug lassen beides zu. Deine Antwort gilt auch für spätere Auszüge mit diesem Layout.",
  purchases: "Das sind Käufe",
  deposits: "Das sind Eingänge",
  asShown: "Wie angezeigt lassen",
  other: "Die andere Lesart verwenden",
  numbered: (name, number) => `${name} (${number})`,
  example: (description, amount) => `${description}: ${amount}`,
  currencyTitle: (code) => `Sind diese Beträge in ${code}?`,
  currencyHint: "Der Auszug nennt seine Währung nicht. Wir fragen dich je Konto nur einmal danach.",
  yearTitle: (year) => `Endet dieser Auszug im Jahr ${year}?`,
  yearHint: "Der Auszug nennt das Jahr nicht. Wir fragen dich je Konto nur einmal danach.",
  yes: (answer) => `Ja, ${answer}`,
  change: "Ändern",
  changeFact: (fact) => `Ändern: ${fact}`,
  currency: "Währung",
  year: "Jahr",
  title: "Erkannte Angaben",
  facts: { currency: "Währung", year: "Jahre", kind: "Kontoart", signs: "Plus und Minus" },
  origin: { printed: "Auf dem Auszug gedruckt", inferred: "Abgeleitet", confirmed: "Von dir bestätigt" },
};
