/** Messages of the merchants, in Polish. */
import { count } from "./count.ts";
import type * as en from "../en/merchants.ts";

export const merchants: typeof en.merchants = {
  title: "Sprzedawcy",
  hint: "Komu płacisz i kto płaci tobie. Nadaj sprzedawcy nazwę, pod którą go znasz, albo połącz kilku w jednego: nazwa obowiązuje na liście, w raportach, płatnościach cyklicznych i odpowiedziach, także dla późniejszych wyciągów.",
  none: "Nie ma jeszcze sprzedawców. Dodaj wyciąg, aby ich tu zobaczyć.",
  notFound: "Żaden sprzedawca nie pasuje do wyszukiwania.",
  search: "Szukaj sprzedawców",
  orders: { spending: "Wydatki netto", count: "Liczba transakcji", last: "Najnowsze", name: "Nazwa" },
  count: (number) =>
    count(number, { one: "# sprzedawca", few: "# sprzedawców", many: "# sprzedawców", other: "# sprzedawcy" }),
  last: (day) => `Ostatnio ${day}`,
  printed: (names) => `Na wyciągu: ${names}`,
  selected: (number) =>
    count(number, {
      one: "Wybrano # sprzedawcę",
      few: "Wybrano # sprzedawców",
      many: "Wybrano # sprzedawców",
      other: "Wybrano # sprzedawcy",
    }),
  rename: "Zmień nazwę",
  renameTitle: "Zmień nazwę sprzedawcy",
  renameHint: "Jeśli inny sprzedawca ma tę nazwę, staną się jednym.",
  unclear: "Nazwij tych sprzedawców",
  unclearHint: "To duża część Twoich wydatków, ale ich wydrukowane nazwy nie mówią, kto to jest.",
  giveName: "Nazwij",
  merge: "Połącz",
  mergeTitle: "Połącz sprzedawców",
  mergeHint: "Wszyscy otrzymają tę nazwę. Możesz to cofnąć.",
  name: "Nazwa",
  restore: "Użyj nazw z wyciągów",
  renamed: (before, name) => `„${before}” to teraz „${name}”.`,
  merged: (number, name) =>
    `Połączono ${count(number, { one: "# sprzedawcę", few: "# sprzedawców", many: "# sprzedawców", other: "# sprzedawcy" })} w „${name}”.`,
  restored: (name) => `„${name}” ma znów nazwy z wyciągów.`,
};
