/** Messages about files that another app shared, in French. */
import type * as en from "../en/shared.ts";
import { count } from "./count.ts";

export const shared: typeof en.shared = {
  title: "Partagé avec Saldo",
  statements: (number) =>
    count(number, { one: "Ajouter comme relevé", many: "Ajouter # de relevés", other: "Ajouter # relevés" }),
  receipts: (number) => count(number, { one: "Garder comme reçu", many: "Garder # de reçus", other: "Garder # reçus" }),
  discard: "Ignorer",
};
