/** Messages about files that another app shared, in Portuguese. */
import type * as en from "../en/shared.ts";
import { count } from "./count.ts";

export const shared: typeof en.shared = {
  title: "Partilhado com o Saldo",
  statements: (number) =>
    count(number, { one: "Adicionar como extrato", many: "Adicionar # de extratos", other: "Adicionar # extratos" }),
  receipts: (number) =>
    count(number, { one: "Guardar como recibo", many: "Guardar # de recibos", other: "Guardar # recibos" }),
  discard: "Descartar",
};
