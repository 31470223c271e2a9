/** Messages about files that another app shared, in Italian. */
import type * as en from "../en/shared.ts";
import { count } from "./count.ts";

export const shared: typeof en.shared = {
  title: "Condiviso con Saldo",
  statements: (number) =>
    count(number, {
      one: "Aggiungi come estratto conto",
      many: "Aggiungi # di estratti conto",
      other: "Aggiungi # estratti conto",
    }),
  receipts: (number) =>
    count(number, { one: "Conserva come ricevuta", many: "Conserva # di ricevute", other: "Conserva # ricevute" }),
  discard: "Scarta",
};
