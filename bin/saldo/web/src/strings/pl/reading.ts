/**
 * Messages on the reading of a statement: printed figures that hold, open questions, and origins, in
 * Polish.
 */
import type * as en from "../en/reading.ts";
import { count } from "./count.ts";

export const reading: typeof en.reading = {
  nothing: "Wyciąg nie zawiera liczb, z którymi można go porównać.",
  allHold: (printed) =>
    count(printed, {
      one: "Wydrukowana liczba się zgadza.",
      few: "Wszystkie # wydrukowane liczby się zgadzają.",
      many: "Wszystkie # wydrukowanych liczb się zgadza.",
      other: "Wszystkie # wydrukowanej liczby się zgadza.",
    }),
  someHold: (holding, printed) => `Zgodne wydrukowane liczby: ${holding} z ${printed}.`,
  noProof: "Nie dowodzą one każdej transakcji.",
  between: (from, to, amount) => `Żaden wiersz nie wyjaśnia zmiany salda o ${amount} między wierszami ${from} i ${to}.`,
  beside: (row, amount) => `Liczba obok wiersza ${row} różni się o ${amount}.`,
  figure: {
    running_balance: (amount) => `Saldo różni się o ${amount}.`,
    opening_balance: (amount) => `Drugie saldo początkowe różni się o ${amount}.`,
    closing_balance: (amount) => `Saldo końcowe różni się o ${amount}.`,
    total_in: (amount) => `Suma wpływów różni się o ${amount}.`,
    total_out: (amount) => `Suma wypływów różni się o ${amount}.`,
    sum: (amount) => `Suma na stronie różni się o ${amount}.`,
    daily_balance: (amount) => `Saldo dzienne różni się o ${amount}.`,
    sign: () => "Wydrukowany znak jest sprzeczny z saldami.",
    count: () => "Wydrukowana liczba operacji różni się od wierszy.",
    date: () => "Data nie może być prawidłowa. Sprawdź lata.",
  },
  show: "Pokaż",
  which: "Co jest prawidłowe?",
  whichHint:
    "Liczby na wyciągu dopuszczają obie możliwości. Odpowiedź zostanie zapamiętana dla wyciągów o tym układzie.",
  purchases: "To są zakupy",
  deposits: "To są wpłaty",
  asShown: "Zostaw, jak pokazano",
  other: "Użyj innego odczytu",
  numbered: (name, number) => `${name} (${number})`,
  example: (description, amount) => `${description}: ${amount}`,
  currencyTitle: (code) => `Czy te kwoty są w ${code}?`,
  currencyHint: "Wyciąg nie podaje waluty. Pytamy raz na rachunek.",
  yearTitle: (year) => `Czy ten wyciąg kończy się w ${year}?`,
  yearHint: "Wyciąg nie podaje roku. Pytamy raz na rachunek.",
  yes: (answer) => `Tak, ${answer}`,
  change: "Zmień",
  changeFact: (fact) => `Zmień: ${fact}`,
  currency: "Waluta",
  year: "Rok",
  title: "Rozpoznane dane",
  facts: { currency: "Waluta", year: "Lata", kind: "Rodzaj rachunku", signs: "Plus i minus" },
  origin: { printed: "Wydrukowane na wyciągu", inferred: "Wywnioskowane", confirmed: "Potwierdzone przez Ciebie" },
};
