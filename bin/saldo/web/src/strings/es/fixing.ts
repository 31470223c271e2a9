/** Messages for correcting rows and undoing corrections, in Spanish. */
import type * as en from "../en/fixing.ts";
import { count } from "./count.ts";

export const fixing: typeof en.fixing = {
  correct: (description) => `Editar la línea ${description}`,
  correctHint: "Editar esta línea",
  newRow: "Línea que falta",
  addRow: "Añadir línea",
  addAbove: "Añadir línea encima",
  moreRows: (number) =>
    count(number, {
      one: "Mostrar # línea más",
      many: "Mostrar más (quedan # de líneas)",
      other: "Mostrar más (quedan # líneas)",
    }),
  addIt: "Añadir",
  remove: "Quitar",
  changeTo: (amount) => `Cambiar a ${amount}`,
  amountIn: (currency) => `Importe (${currency})`,
  amountHint: "Negativo si es una salida",
  noAmount: "Introduce un importe.",
  breaks: (printed, reached) => `El extracto indica ${printed}; las líneas suman ${reached}.`,
  calculatedOpening: "Calculado a partir del saldo inicial",
  moreIn: (amount) => `El extracto muestra ${amount} más de entradas (o menos de salidas) que estas líneas.`,
  moreOut: (amount) => `El extracto muestra ${amount} más de salidas (o menos de entradas) que estas líneas.`,
  byHand:
    "Compara las líneas con la página y corrige lo que esté mal. La comprobación se repite al momento, y puedes deshacer cada corrección.",
  changed: (description) => `Cambiado: ${description}`,
  added: (description) => `Añadido: ${description}`,
  removed: (description) => `Quitado: ${description}`,
  causes: {
    row_doubled: (row, description) => `La línea ${row} (${description}) puede ser un duplicado.`,
    row_extra: (row, description) => `Puede que la línea ${row} (${description}) no corresponda aquí.`,
    sign_flipped: (row, description) => `La línea ${row} (${description}) puede tener el signo equivocado.`,
    amount_doubled: (row, description) =>
      `El importe de la línea ${row} (${description}) puede estar contado dos veces.`,
    digits_swapped: (row, description) => `La línea ${row} (${description}) puede tener dos cifras intercambiadas.`,
    point_slipped: (row, description) => `La línea ${row} (${description}) puede tener la coma mal colocada.`,
    digit_misread: (row, description) => `La línea ${row} (${description}) puede tener una cifra mal leída.`,
    row_missing: (amount, row) => `Puede faltar una línea de ${amount} en la línea ${row} o antes.`,
    rows_missing: (amount) => `Pueden faltar líneas por un total de ${amount}.`,
    total_disagrees: (amount) => `Un total del extracto difiere de las líneas en ${amount}.`,
    count_disagrees: "El extracto indica otro número de líneas.",
    mixed_currencies: "Esta cuenta contiene dos divisas.",
    contradiction: "Las cifras del extracto se contradicen.",
  },
};

export const undo: typeof en.undo = {
  undo: "Deshacer",
  redo: "Rehacer",
  dismiss: "Descartar",
  undone: "Deshecho.",
  redone: "Rehecho.",
  exceptLater: "Deshecho, salvo lo modificado desde entonces.",
  exceptChanged: (number) =>
    count(number, {
      one: "Deshecho, salvo # movimiento modificado desde entonces.",
      many: "Deshecho, salvo # de movimientos modificados desde entonces.",
      other: "Deshecho, salvo # movimientos modificados desde entonces.",
    }),
};
