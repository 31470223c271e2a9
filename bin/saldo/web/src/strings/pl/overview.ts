/** Messages of the overview, in Polish. */
import type * as en from "../en/overview.ts";
import { count } from "./count.ts";

export const overview: typeof en.overview = {
  title: "Przegląd",
  accounts: "Rachunki",
  worth: "Majątek netto",
  worthHint: "Na podstawie ostatniego salda każdego rachunku",
  worthTogether: (currency) =>
    `Na podstawie ostatniego salda każdego rachunku, w przeliczeniu na ${currency} po Twoich kursach; każda waluta jest też pokazana osobno`,
  asOf: (day) => `stan na ${day}`,
  noBalance: "Brak salda",
  notProven: "Nieudowodnione",
  attention: "Wymaga uwagi",
  recent: "Ostatnie transakcje",
  allTransactions: "Wszystkie transakcje",
  month: "Miesiąc",
  previousMonth: "Poprzedni miesiąc",
  nextMonth: "Następny miesiąc",
  allIn: (currency) => `Wszystko w ${currency}`,
  together: "razem",
  worthApart:
    "Na podstawie ostatniego salda każdego rachunku; waluty są pokazane osobno. Aby zobaczyć jedną sumę, wybierz walutę główną i dodaj kursy wymiany w ustawieniach.",
  unknownAccounts: (names) => `Brak salda: ${names}.`,
  countedTwice: (one, other) =>
    `${one} i ${other} to być może ten sam rachunek; ich kwoty mogą być policzone podwójnie.`,
  countedTwiceLook: "Sprawdź",
  asTable: "Pokaż jako tabelę",
  cashFlow: "Przepływy pieniężne",
  net: "Netto",
  spending: "Wydatki",
  spendingApart: "Kategorie nie są przeliczane; waluty są pokazane osobno.",
  nothingSpent: "Brak wydatków w tym miesiącu.",
  areas: "pola według kategorii",
  withoutSubcategory: "Bez podkategorii",
  smaller: (number) =>
    count(number, {
      one: "# mniejsza kategoria",
      few: "# mniejsze kategorie",
      many: "# mniejszych kategorii",
      other: "# mniejszej kategorii",
    }),
  refundsApart: "Kategorie, w których zwroty przewyższają wydatki, są tylko na liście.",
  changes: "Zmiany w miesiącu",
  against: (difference, month) => `wobec ${month}: ${difference}`,
  sameDays: (day) => `te same dni do ${day}`,
  more: (amount) => `${amount} więcej`,
  less: (amount) => `${amount} mniej`,
  price: (before) => `wcześniej ${before}`,
  due: "Nadchodzące",
  dueHint: (day) => `Płatności cykliczne spodziewane po ${day}`,
  about: (amount) => `około ${amount}`,
  rhythms: {
    weekly: "co tydzień",
    biweekly: "co dwa tygodnie",
    monthly: "co miesiąc",
    quarterly: "co kwartał",
    half_yearly: "co pół roku",
    yearly: "co rok",
  },
  spentOf: (spent, amount) => `${spent} z ${amount}`,
  left: (amount) => `zostało ${amount}`,
  over: (amount) => `${amount} ponad budżet`,
  firstSteps: {
    title: "Pierwsze kroki",
    done: (done: number, all: number) => `Gotowe: ${done} z ${all}`,
    hide: "Ukryj pierwsze kroki",
    steps: {
      statement: "Dodaj wyciąg",
      months: "Dodaj co najmniej trzy miesiące, aby zobaczyć trendy i płatności cykliczne",
      currency: "Wybierz walutę główną",
      budget: "Ustal budżet",
      ask: "Zadaj pytanie doradcy",
    },
  },
};

export const accountKind: typeof en.accountKind = {
  checking: "Rachunek bieżący",
  savings: "Oszczędności",
  card: "Karta kredytowa",
  investment: "Inwestycje",
  cash: "Gotówka",
  property: "Nieruchomości i rzeczy",
  loan: "Kredyt",
  other: "Inny rachunek",
};
