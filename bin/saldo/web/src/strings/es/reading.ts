/**
 * Messages on the reading of a statement: printed figures that hold, open questions, and origins, in
 * Spanish.
 */
import type * as en from "../en/reading.ts";
import { count } from "./count.ts";

export const reading: typeof en.reading = {
  nothing: "El extracto no contiene cifras con las que verificarlo.",
  allHold: (printed) =>
    count(printed, {
      one: "La cifra impresa coincide.",
      many: "Las # de cifras impresas coinciden.",
      other: "Las # cifras impresas coinciden.",
    }),
  someHold: (holding, printed) => `Coinciden ${holding} de ${printed} cifras impresas.`,
  noProof: "No demuestran todos los movimientos.",
  between: (from, to, amount) =>
    `Ninguna línea explica el cambio de ${amount} en el saldo entre las líneas ${from} y ${to}.`,
  beside: (row, amount) => `La cifra junto a la línea ${row} difiere en ${amount}.`,
  figure: {
    running_balance: (amount) => `Un saldo difiere en ${amount}.`,
    opening_balance: (amount) => `Un segundo saldo inicial difiere en ${amount}.`,
    closing_balance: (amount) => `El saldo final difiere en ${amount}.`,
    total_in: (amount) => `El total de entradas difiere en ${amount}.`,
    total_out: (amount) => `El total de salidas difiere en ${amount}.`,
    sum: (amount) => `Una suma de la página difiere en ${amount}.`,
    daily_balance: (amount) => `Un saldo diario difiere en ${amount}.`,
    sign: () => "Un signo impreso contradice los saldos.",
    count: () => "Un número de movimientos impreso difiere de las filas.",
    date: () => "Una fecha no puede ser correcta. Comprueba los años.",
  },
  show: "Mostrar",
  which: "¿Cuál es correcta?",
  whichHint: "Las cifras del extracto admiten ambas. Tu respuesta se recuerda para los extractos con este formato.",
  purchases: "Son compras",
  deposits: "Son ingresos en la cuenta",
  asShown: "Dejar como se muestra",
  other: "Usar la otra lectura",
  numbered: (name, number) => `${name} (${number})`,
  example: (description, amount) => `${description}: ${amount}`,
  currencyTitle: (code) => `¿Estos importes están en ${code}?`,
  currencyHint: "El extracto no indica su divisa. Se te preguntará una vez por cuenta.",
  yearTitle: (year) => `¿Este extracto termina en ${year}?`,
  yearHint: "El extracto no indica el año. Se te preguntará una vez por cuenta.",
  yes: (answer) => `Sí, ${answer}`,
  change: "Cambiar",
  changeFact: (fact) => `Cambiar: ${fact}`,
  currency: "Divisa",
  year: "Año",
  title: "Datos detectados",
  facts: { currency: "Divisa", year: "Años", kind: "Tipo de cuenta", signs: "Más y menos" },
  origin: { printed: "Impreso en el extracto", inferred: "Deducido", confirmed: "Confirmado por ti" },
};
