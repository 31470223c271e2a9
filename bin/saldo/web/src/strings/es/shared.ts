/** Messages about files that another app shared, in Spanish. */
import type * as en from "../en/shared.ts";
import { count } from "./count.ts";

export const shared: typeof en.shared = {
  title: "Compartido con Saldo",
  statements: (number) =>
    count(number, { one: "Añadir como extracto", many: "Añadir # de extractos", other: "Añadir # extractos" }),
  receipts: (number) =>
    count(number, { one: "Guardar como recibo", many: "Guardar # de recibos", other: "Guardar # recibos" }),
  discard: "Descartar",
};
