/** Messages of the page of one statement and its proof, in Spanish. */
import type * as en from "../en/statement.ts";
import { count } from "./count.ts";

export const statement: typeof en.statement = {
  back: "Extractos",
  page: "Página",
  rows: "Movimientos",
  views: "Vistas del extracto",
  date: "Fecha",
  description: "Concepto",
  amount: "Importe",
  balance: "Saldo",
  balanceOf: (amount) => `saldo ${amount}`,
  opening: "Saldo inicial",
  moneyIn: "Entradas",
  moneyOut: "Salidas",
  closing: "Saldo final",
  expected: "Saldo inicial más movimientos",
  difference: "Diferencia",
  stopsAddingUp: "A partir de aquí el saldo no cuadra",
  causes: "Posibles causas",
  checks: "Comprobaciones",
  download: "Archivo original",
  again: "Volver a leer",
  delete: "Eliminar",
  deleteTitle: "¿Eliminar este extracto?",
  deleteBody: (name) =>
    `Se eliminarán ${name} y los movimientos que solo aparecen en él. Esta acción no se puede deshacer.`,
  deleteConfirm: "Eliminar",
  none: "No se han encontrado movimientos.",
  pageOf: (page, pages) => `Página ${page} de ${pages}`,
  previousPage: "Página anterior",
  nextPage: "Página siguiente",
  pageLabel: (page) => `Imagen de la página ${page} del extracto`,
  pageFailed: "No se puede mostrar esta página. Puedes descargar el archivo original.",
  spot: (description) => `Mostrar el movimiento ${description}`,
  readBy: {
    layout: "Leído en este servidor a partir del diseño de la página",
    model: "Leído por un modelo de lenguaje; cada línea se encontró en la página",
    picture: "Leído de una imagen escaneada: comprueba los conceptos",
    import: "Importado de un archivo de datos",
  },
  uploadedAt: (moment) => `Subido el ${moment}`,
};

export const witness: typeof en.witness = {
  opening_and_closing: (holds) =>
    holds ? "Saldo inicial + movimientos = saldo final" : "Saldo inicial + movimientos ≠ saldo final",
  running_balances: (printed, holding) =>
    holding === printed
      ? count(printed, {
          one: "El único saldo parcial es correcto",
          many: "El saldo parcial es correcto en las # de líneas",
          other: "El saldo parcial es correcto en las # líneas",
        })
      : `El saldo parcial es correcto en ${holding} de ${printed} líneas`,
  total_in: (holds) =>
    holds ? "El total de entradas coincide con el extracto" : "El total de entradas difiere del extracto",
  total_out: (holds) =>
    holds ? "El total de salidas coincide con el extracto" : "El total de salidas difiere del extracto",
  count: (holds) =>
    holds ? "El número de movimientos coincide con el extracto" : "El número de movimientos difiere del extracto",
  other_balances: (printed, holding) => `Saldos repetidos: coinciden ${holding} de ${printed}`,
  sums: (printed, holding) => `Totales de las páginas: coinciden ${holding} de ${printed}`,
  daily_balances: (printed, holding) => `Saldos diarios: coinciden ${holding} de ${printed}`,
};
