/** Messages of the recurring payments, in Spanish. */
import type { en } from "../en/index.ts";
import { count } from "./count.ts";

export const recurring: typeof en.recurring = {
  title: "Pagos recurrentes",
  hint: "Pagos e ingresos que se repiten a intervalos regulares, encontrados en tus movimientos. Ignora lo que no lo sea: dejará de aparecer en los próximos pagos, las previsiones y las respuestas.",
  none: "Aún no se han encontrado pagos recurrentes. Hacen falta tres pagos, o dos si son anuales.",
  groups: {
    fixed: "Suscripciones y pagos fijos",
    varying: "Facturas de importe variable",
    income: "Ingresos",
  },
  next: (day) => `próximo el ${day}`,
  last: (day) => `último el ${day}`,
  price: (before, day) => `${before} antes del ${day}`,
  isConfirmed: "Confirmado",
  confirm: "Confirmar",
  ignore: "Ignorar",
  restore: "Restaurar",
  clear: "Quitar la confirmación",
  confirmed: (name) => `«${name}» está confirmado.`,
  ignored: (name) => `«${name}» se ignora.`,
  cleared: (name) => `Se ha quitado la decisión sobre «${name}».`,
  ignoredCount: (number) => count(number, { one: "# ignorado", many: "# ignorados", other: "# ignorados" }),
  endedCount: (number) => count(number, { one: "# terminado", many: "# terminados", other: "# terminados" }),
  ahead: "Próximos 30 días",
  aheadHint: (day) =>
    `Previstos después del ${day}, la fecha de tu último movimiento. Aún no se ha contabilizado nada.`,
  nothingAhead: "No se prevén pagos en estos días.",
  expectedOut: "Pagos previstos",
  expectedIn: "Ingresos previstos",
};
