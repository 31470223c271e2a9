/** Messages about files that another app shared, in Dutch. */
import type * as en from "../en/shared.ts";
import { count } from "./count.ts";

export const shared: typeof en.shared = {
  title: "Gedeeld met Saldo",
  statements: (number) => count(number, { one: "Toevoegen als afschrift", other: "# afschriften toevoegen" }),
  receipts: (number) => count(number, { one: "Bewaren als bon", other: "# bonnen bewaren" }),
  discard: "Weggooien",
};
