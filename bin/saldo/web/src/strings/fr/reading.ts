/**
 * Messages on the reading of a statement: printed figures that hold, open questions, and origins, in
 * French.
 */
import type * as en from "../en/reading.ts";
import { count } from "./count.ts";

export const reading: typeof en.reading = {
  nothing: "Le relevé ne contient aucun chiffre permettant de le vérifier.",
  allHold: (printed) =>
    count(printed, {
      one: "Le chiffre imprimé concorde.",
      many: "Les # de chiffres imprimés concordent.",
      other: "Les # chiffres imprimés concordent.",
    }),
  someHold: (holding, printed) => `${holding} des ${printed} chiffres imprimés concordent.`,
  noProof: "Ils ne prouvent pas toutes les opérations.",
  between: (from, to, amount) =>
    `Aucune ligne n’explique la variation du solde de ${amount} entre les lignes ${from} et ${to}.`,
  beside: (row, amount) => `Le chiffre à côté de la ligne ${row} présente un écart de ${amount}.`,
  figure: {
    running_balance: (amount) => `Un solde présente un écart de ${amount}.`,
    opening_balance: (amount) => `Un second solde initial présente un écart de ${amount}.`,
    closing_balance: (amount) => `Le solde final présente un écart de ${amount}.`,
    total_in: (amount) => `Le total des entrées présente un écart de ${amount}.`,
    total_out: (amount) => `Le total des sorties présente un écart de ${amount}.`,
    sum: (amount) => `Un total de la page présente un écart de ${amount}.`,
    daily_balance: (amount) => `Un solde journalier présente un écart de ${amount}.`,
    sign: () => "Un signe imprimé contredit les soldes.",
    count: () => "Un nombre d’opérations imprimé diffère des lignes.",
    date: () => "Une date est impossible. Vérifiez les années.",
  },
  show: "Afficher",
  which: "Quelle lecture est correcte ?",
  whichHint: "Les chiffres du relevé permettent les deux. Votre réponse est retenue pour les relevés de ce modèle.",
  purchases: "Ce sont des achats",
  deposits: "Ce sont des versements",
  asShown: "Garder tel quel",
  other: "Utiliser l’autre lecture",
  numbered: (name, number) => `${name} (${number})`,
  example: (description, amount) => `${description} : ${amount}`,
  currencyTitle: (code) => `Ces montants sont-ils en ${code} ?`,
  currencyHint: "Le relevé n’indique pas sa devise. La question est posée une fois par compte.",
  yearTitle: (year) => `Ce relevé se termine-t-il en ${year} ?`,
  yearHint: "Le relevé n’indique pas l’année. La question est posée une fois par compte.",
  yes: (answer) => `Oui, ${answer}`,
  change: "Modifier",
  changeFact: (fact) => `Modifier : ${fact}`,
  currency: "Devise",
  year: "Année",
  title: "Informations détectées",
  facts: { currency: "Devise", year: "Années", kind: "Type de compte", signs: "Plus et moins" },
  origin: { printed: "Imprimé sur le relevé", inferred: "Déduit", confirmed: "Confirmé par vous" },
};
