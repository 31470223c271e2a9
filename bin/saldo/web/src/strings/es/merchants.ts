/** Messages of the merchants, in Spanish. */
import { count } from "./count.ts";
import type * as en from "../en/merchants.ts";

export const merchants: typeof en.merchants = {
  title: "Comercios",
  hint: "A quién pagaste y quién te pagó. Da a un comercio el nombre con el que lo conoces, o combina varios en uno: el nombre se usa en la lista, los informes, los pagos recurrentes y las respuestas, y en los extractos posteriores.",
  none: "Aún no hay comercios. Añade un extracto para verlos aquí.",
  notFound: "Ningún comercio coincide con tu búsqueda.",
  search: "Buscar comercios",
  orders: { spending: "Gasto neto", count: "Número de movimientos", last: "Más reciente", name: "Nombre" },
  count: (number) => count(number, { one: "# comercio", many: "# de comercios", other: "# comercios" }),
  last: (day) => `Último: ${day}`,
  printed: (names) => `Impreso como ${names}`,
  selected: (number) =>
    count(number, {
      one: "# comercio seleccionado",
      many: "# de comercios seleccionados",
      other: "# comercios seleccionados",
    }),
  rename: "Cambiar nombre",
  renameTitle: "Cambiar el nombre del comercio",
  renameHint: "Si otro comercio tiene este nombre, pasan a ser uno.",
  unclear: "Ponga nombre a estos comercios",
  unclearHint: "Suponen una gran parte de sus gastos, pero su nombre impreso no dice quiénes son.",
  giveName: "Poner nombre",
  merge: "Combinar",
  mergeTitle: "Combinar comercios",
  mergeHint: "Todos reciben este nombre. Puedes deshacerlo.",
  name: "Nombre",
  restore: "Usar los nombres impresos",
  renamed: (before, name) => `«${before}» ahora se llama «${name}».`,
  merged: (number, name) =>
    `${count(number, { one: "# comercio", many: "# de comercios", other: "# comercios" })} combinados en «${name}».`,
  restored: (name) => `«${name}» vuelve a tener sus nombres impresos.`,
};
