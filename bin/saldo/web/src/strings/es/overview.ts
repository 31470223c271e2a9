/** Messages of the overview, in Spanish. */
import type * as en from "../en/overview.ts";
import { count } from "./count.ts";

export const overview: typeof en.overview = {
  title: "Resumen",
  accounts: "Cuentas",
  worth: "Patrimonio neto",
  worthHint: "Según el último saldo de cada cuenta",
  worthTogether: (currency) =>
    `Según el último saldo de cada cuenta, convertido a ${currency} con tus tipos de cambio; cada divisa se muestra también por separado`,
  asOf: (day) => `a ${day}`,
  noBalance: "Aún sin saldo",
  notProven: "No demostrado",
  attention: "Pendiente de revisar",
  recent: "Movimientos recientes",
  allTransactions: "Todos los movimientos",
  month: "Mes",
  previousMonth: "Mes anterior",
  nextMonth: "Mes siguiente",
  allIn: (currency) => `Todo en ${currency}`,
  together: "total",
  worthApart:
    "Según el último saldo de cada cuenta; las divisas se muestran por separado. Para ver un único total, elige una divisa principal y añade tipos de cambio en los ajustes.",
  unknownAccounts: (names) => `Aún no hay saldo de ${names}.`,
  countedTwice: (one, other) =>
    `${one} y ${other} pueden ser la misma cuenta; en ese caso, sus importes se cuentan dos veces.`,
  countedTwiceLook: "Revisar",
  asTable: "Mostrar como tabla",
  cashFlow: "Flujo de caja",
  net: "Neto",
  spending: "Gastos",
  spendingApart: "Las categorías no se convierten; las divisas se muestran por separado.",
  nothingSpent: "Sin gastos este mes.",
  areas: "áreas por categoría",
  withoutSubcategory: "Sin subcategoría",
  smaller: (number) =>
    count(number, { one: "# categoría menor", many: "# de categorías menores", other: "# categorías menores" }),
  refundsApart: "Las categorías con más reembolsos que gastos aparecen solo en la lista.",
  changes: "Cambios del mes",
  against: (difference, month) => `frente a ${month}: ${difference}`,
  sameDays: (day) => `los mismos días hasta el ${day}`,
  more: (amount) => `${amount} más`,
  less: (amount) => `${amount} menos`,
  price: (before) => `antes ${before}`,
  due: "Próximos pagos",
  dueHint: (day) => `Pagos recurrentes previstos después del ${day}`,
  about: (amount) => `cerca de ${amount}`,
  rhythms: {
    weekly: "semanal",
    biweekly: "cada dos semanas",
    monthly: "mensual",
    quarterly: "trimestral",
    half_yearly: "semestral",
    yearly: "anual",
  },
  spentOf: (spent, amount) => `${spent} de ${amount}`,
  left: (amount) => `quedan ${amount}`,
  over: (amount) => `${amount} por encima del presupuesto`,
  firstSteps: {
    title: "Primeros pasos",
    done: (done: number, all: number) => `${done} de ${all} hechos`,
    hide: "Ocultar los primeros pasos",
    steps: {
      statement: "Añadir un extracto",
      months: "Añadir tres meses o más, para ver tendencias y pagos recurrentes",
      currency: "Elegir la divisa principal",
      budget: "Fijar un presupuesto",
      ask: "Hacer una pregunta al asesor",
    },
  },
};

export const accountKind: typeof en.accountKind = {
  checking: "Cuenta corriente",
  savings: "Ahorro",
  card: "Tarjeta de crédito",
  investment: "Inversiones",
  cash: "Efectivo",
  property: "Bienes",
  loan: "Préstamo",
  other: "Otra cuenta",
};
