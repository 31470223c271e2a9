/** Messages of the reports page, in Spanish. */
import type * as en from "../en/reports.ts";
import { count } from "./count.ts";

export const reports: typeof en.reports = {
  title: "Informes",
  choices: "Informe",
  show: "Cifra",
  shows: { spent: "Salidas", received: "Entradas", net: "Neto", flow: "Flujo de caja" },
  by: "Agrupar por",
  groupings: {
    category: "Categoría",
    merchant: "Comercio",
    account: "Cuenta",
    tag: "Etiqueta",
    month: "Mes",
    weekday: "Día de la semana",
  },
  tagsHint: "Un movimiento con varias etiquetas cuenta en cada una, así que las filas pueden sumar más que el total.",
  period: "Período",
  periods: {
    month: "Último mes",
    threeMonths: "Últimos 3 meses",
    twelveMonths: "Últimos 12 meses",
    year: "Este año",
    lastYear: "El año pasado",
    all: "Todo el tiempo",
    custom: "Otras fechas",
  },
  compare: "Comparar con",
  compares: { none: "Nada", previous: "El período anterior", yearBefore: "El año anterior" },
  before: "Antes",
  change: "Cambio",
  none: "No hay movimientos en este período.",
  against: (period) => `en comparación con ${period}`,
  shown: (shown, all) => `Las primeras ${shown} de ${all} filas; el archivo CSV las contiene todas.`,
  smaller: (number) => count(number, { one: "# menor", many: "# de menores", other: "# menores" }),
  addFilter: "Añadir un filtro",
  pick: "Elegir…",
  removeFilter: (name) => `Quitar el filtro ${name}`,
  only: (name) => `Solo ${name}`,
  left: "Sobrante",
  missing: "De los ahorros",
};
