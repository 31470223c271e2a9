/** Messages of the recurring payments, in Polish. */
import type { en } from "../en/index.ts";
import { count } from "./count.ts";

export const recurring: typeof en.recurring = {
  title: "Płatności cykliczne",
  hint: "Płatności i wpływy powtarzające się w regularnych odstępach, znalezione w Twoich transakcjach. Zignoruj to, co nimi nie jest: zniknie z nadchodzących płatności, prognoz i odpowiedzi.",
  none: "Nie znaleziono jeszcze płatności cyklicznych. Potrzebne są trzy płatności, a przy rocznych dwie.",
  groups: {
    fixed: "Subskrypcje i stałe płatności",
    varying: "Rachunki o zmiennych kwotach",
    income: "Wpływy",
  },
  next: (day) => `następna ${day}`,
  last: (day) => `ostatnia ${day}`,
  price: (before, day) => `${before} przed ${day}`,
  isConfirmed: "Potwierdzone",
  confirm: "Potwierdź",
  ignore: "Ignoruj",
  restore: "Przywróć",
  clear: "Usuń potwierdzenie",
  confirmed: (name) => `„${name}” – potwierdzono.`,
  ignored: (name) => `„${name}” – zignorowano.`,
  cleared: (name) => `Usunięto decyzję dotyczącą „${name}”.`,
  ignoredCount: (number) =>
    count(number, { one: "# zignorowana", few: "# zignorowane", many: "# zignorowanych", other: "# zignorowanej" }),
  endedCount: (number) =>
    count(number, { one: "# zakończona", few: "# zakończone", many: "# zakończonych", other: "# zakończonej" }),
  ahead: "Najbliższe 30 dni",
  aheadHint: (day) => `Oczekiwane po ${day}, dniu ostatniej transakcji. Nic z tego nie jest jeszcze zaksięgowane.`,
  nothingAhead: "W tych dniach nie oczekuje się płatności.",
  expectedOut: "Oczekiwane płatności",
  expectedIn: "Oczekiwane wpływy",
};
