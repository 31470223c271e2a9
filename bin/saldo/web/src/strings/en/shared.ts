/** Messages about files that another app shared, in English. */
import { count } from "./count.ts";

export const shared = {
  title: "Shared with Saldo",
  statements: (number: number) => count(number, { one: "Add as a statement", other: "Add # statements" }),
  receipts: (number: number) => count(number, { one: "Keep as a receipt", other: "Keep # receipts" }),
  discard: "Discard",
};
