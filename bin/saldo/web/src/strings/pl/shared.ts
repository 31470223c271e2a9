/** Messages about files that another app shared, in Polish. */
import type * as en from "../en/shared.ts";
import { count } from "./count.ts";

export const shared: typeof en.shared = {
  title: "Udostępnione Saldo",
  statements: (number) =>
    count(number, {
      one: "Dodaj jako wyciąg",
      few: "Dodaj # wyciągi",
      many: "Dodaj # wyciągów",
      other: "Dodaj # wyciągu",
    }),
  receipts: (number) =>
    count(number, {
      one: "Zachowaj jako paragon",
      few: "Zachowaj # paragony",
      many: "Zachowaj # paragonów",
      other: "Zachowaj # paragonu",
    }),
  discard: "Odrzuć",
};
