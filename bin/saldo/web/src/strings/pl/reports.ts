/** Messages of the reports page, in Polish. */
import type * as en from "../en/reports.ts";
import { count } from "./count.ts";

export const reports: typeof en.reports = {
  title: "Raporty",
  choices: "Raport",
  show: "Kwota",
  shows: { spent: "Wypływy", received: "Wpływy", net: "Netto", flow: "Przepływy pieniężne" },
  by: "Grupuj według",
  groupings: {
    category: "Kategoria",
    merchant: "Sprzedawca",
    account: "Rachunek",
    tag: "Etykieta",
    month: "Miesiąc",
    weekday: "Dzień tygodnia",
  },
  groupedBy: {
    category: "według kategorii",
    merchant: "według sprzedawcy",
    account: "według rachunku",
    tag: "według etykiety",
    month: "według miesiąca",
    weekday: "według dnia tygodnia",
  },
  tagsHint:
    "Transakcja z kilkoma etykietami liczy się przy każdej z nich, więc suma wierszy może być większa niż razem.",
  period: "Okres",
  periods: {
    month: "Ostatni miesiąc",
    threeMonths: "Ostatnie 3 miesiące",
    twelveMonths: "Ostatnie 12 miesięcy",
    year: "Ten rok",
    lastYear: "Poprzedni rok",
    all: "Cały okres",
    custom: "Inne daty",
  },
  compare: "Porównaj z",
  compares: { none: "Z niczym", previous: "Poprzedni okres", yearBefore: "Poprzedni rok" },
  before: "Wcześniej",
  change: "Zmiana",
  none: "Brak transakcji w tym okresie.",
  against: (period) => `w porównaniu z okresem ${period}`,
  shown: (shown, all) => `Pierwsze ${shown} z ${all} wierszy; plik CSV zawiera wszystkie.`,
  smaller: (number) =>
    count(number, { one: "# mniejszy", few: "# mniejsze", many: "# mniejszych", other: "# mniejszego" }),
  addFilter: "Dodaj filtr",
  pick: "Wybierz…",
  removeFilter: (name) => `Usuń filtr ${name}`,
  only: (name) => `Tylko ${name}`,
  left: "Pozostaje",
  missing: "Z oszczędności",
};
