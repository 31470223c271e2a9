/** Messages of the recurring payments, in Italian. */
import type { en } from "../en/index.ts";
import { count } from "./count.ts";

export const recurring: typeof en.recurring = {
  title: "Pagamenti ricorrenti",
  hint: "Pagamenti ed entrate che si ripetono a intervalli regolari, trovati nei tuoi movimenti. Ignora quelli che non lo sono: non compaiono più tra i pagamenti in arrivo, nelle previsioni e nelle risposte.",
  none: "Nessun pagamento ricorrente trovato per ora. Servono tre pagamenti, o due se sono annuali.",
  groups: {
    fixed: "Abbonamenti e pagamenti fissi",
    varying: "Bollette di importo variabile",
    income: "Entrate",
  },
  next: (day) => `prossimo il ${day}`,
  last: (day) => `ultimo il ${day}`,
  price: (before, day) => `${before} prima del ${day}`,
  isConfirmed: "Confermato",
  confirm: "Conferma",
  ignore: "Ignora",
  restore: "Ripristina",
  clear: "Rimuovi la conferma",
  confirmed: (name) => `“${name}” è confermato.`,
  ignored: (name) => `“${name}” è ignorato.`,
  cleared: (name) => `La decisione su “${name}” è stata rimossa.`,
  ignoredCount: (number) => count(number, { one: "# ignorato", many: "# ignorati", other: "# ignorati" }),
  endedCount: (number) => count(number, { one: "# terminato", many: "# terminati", other: "# terminati" }),
  ahead: "Prossimi 30 giorni",
  aheadHint: (day) => `Previsti dopo il ${day}, data del tuo ultimo movimento. Nulla è ancora contabilizzato.`,
  nothingAhead: "In questi giorni non sono previsti pagamenti.",
  expectedOut: "Pagamenti previsti",
  expectedIn: "Entrate previste",
};
