/** Messages about files that another app shared, in German. */
import type * as en from "../en/shared.ts";
import { count } from "./count.ts";

export const shared: typeof en.shared = {
  title: "Mit Saldo geteilt",
  statements: (number) => count(number, { one: "Als Auszug hinzufügen", other: "# Auszüge hinzufügen" }),
  receipts: (number) => count(number, { one: "Als Beleg aufbewahren", other: "# Belege aufbewahren" }),
  discard: "Verwerfen",
};
