/** Messages of the list of statements, in Polish. */
import type * as en from "../en/statements.ts";
import { count } from "./count.ts";

export const statements: typeof en.statements = {
  title: "Wyciągi",
  welcome: "Dodaj swój pierwszy wyciąg",
  explain:
    "Saldo odczytuje pliki PDF z Twojego banku i dowodzi każdego wyciągu jego własnymi liczbami: saldo początkowe plus wszystkie transakcje równa się saldu końcowemu.",
  next: "Potem Saldo pokazuje majątek netto, przepływy pieniężne i wydatki. Możesz ustalać budżety i cele oraz pytać o swoje pieniądze.",
  private: "Wszystko dzieje się na tym serwerze. Twoje pliki nigdy go nie opuszczają.",
  sentTo: (host) =>
    `Pliki pozostają na tym serwerze. Jeśli któryś się nie zgadza, jego wiersze, w tym nazwiska i kwoty, są wysyłane do ${host} w celu odczytania.`,
  add: "Dodaj wyciągi",
  drop: "Upuść wyciągi tutaj",
  dropNow: "Upuść, aby dodać",
  choose: "Wybierz pliki",
  formats: "PDF, zdjęcia (JPG, PNG), CSV, XLSX, OFX, QIF, CAMT.053, MT940 lub ZIP; wiele plików naraz",
  sample: "Wypróbuj przykład",
  removeSamples: "Usuń przykłady",
  samplesHint: "Te przykładowe wyciągi są zmyślone.",
  uploading: "Przesyłane",
  all: "Twoje wyciągi",
  more: "Pokaż więcej",
  waiting: "W kolejce",
  sending: (percent) => `Przesyłanie, ${percent}%`,
  processing: "Przetwarzanie",
  duplicate: "Już przesłano",
  open: "Otwórz",
  stop: (name) => `Anuluj przesyłanie pliku ${name}`,
  dismiss: (name) => `Zamknij ${name}`,
  retry: (name) => `Prześlij ponownie ${name}`,
  tooLarge: "Za duży do przesłania",
  notPdf: "Nieobsługiwany typ pliku",
  notRead: "Jeszcze nie odczytano",
  read: "Odczytaj",
  announce: (name, state) => `${name}: ${state}`,
  accounts: (number) =>
    count(number, { one: "# rachunek", few: "# rachunki", many: "# rachunków", other: "# rachunku" }),
};

export const state: typeof en.state = {
  queued: "W kolejce",
  reading: "Odczyt",
  readingPage: (page, pages) => (pages === null ? `Odczyt strony ${page}` : `Odczyt strony ${page} z ${pages}`),
  asking: "Pytanie modelu i sprawdzanie odpowiedzi",
  checking: "Sprawdzanie salda",
  storing: "Zapisywanie transakcji",
  finished: "Gotowe",
  found: (rows) =>
    count(rows, {
      one: "Znaleziono # wiersz",
      few: "Znaleziono # wiersze",
      many: "Znaleziono # wierszy",
      other: "Znaleziono # wiersza",
    }),
  balanced: "Udowodniony",
  balancedLong: "Saldo początkowe plus wszystkie transakcje równa się saldu końcowemu co do grosza.",
  unbalanced: (amount) => (amount === null ? "Nie zgadza się" : `Różnica ${amount}`),
  unbalancedAt: (amount, row) =>
    amount === null ? `Nie zgadza się od wiersza ${row}` : `Różnica ${amount} w wierszu ${row}`,
  unbalancedLong: "Liczba na wyciągu jest sprzeczna z odczytanymi transakcjami.",
  unchecked: "Odczytany, nie do sprawdzenia",
  uncheckedLong: "Wyciąg nie zawiera liczb, z którymi można porównać transakcje.",
  undecidedLong: "Liczby na wyciągu nie dowodzą każdej transakcji.",
  askedLong: "Część tego wyciągu jest niejednoznaczna. Odpowiedz na pytanie poniżej.",
};

export const failure: typeof en.failure = {
  needs_password: {
    short: "Potrzebne hasło",
    long: "Ten plik jest chroniony. Podaj hasło otrzymane z banku. Zostanie użyte raz i nigdy nie będzie zapisane.",
  },
  wrong_password: { short: "Nieprawidłowe hasło", long: "To hasło nie otwiera tego pliku. Spróbuj innego." },
  image_only: {
    short: "Skan bez tekstu",
    long: "Ten plik jest skanem bez tekstu. Pobierz oryginalny PDF ze swojego banku.",
  },
  not_a_statement: {
    short: "To nie wyciąg",
    long: "W tym pliku nie znaleziono transakcji. Czy to wyciąg z rachunku lub karty?",
  },
  unreadable: { short: "Uszkodzony", long: "Ten plik jest uszkodzony. Pobierz go ponownie ze swojego banku." },
  too_large: {
    short: "Za długi do odczytania",
    long: "Ten plik ma więcej stron lub tekstu, niż Saldo może odczytać naraz. Podziel go na krótsze wyciągi.",
  },
};

export const password: typeof en.password = {
  title: "Otwórz chroniony plik",
  label: "Hasło do pliku",
  open: "Otwórz i odczytaj",
  show: "Pokaż stronę",
  hint: "Użyte raz do otwarcia pliku; nigdy niezapisywane.",
};

export const kind: typeof en.kind = {
  bank: "Wyciąg bankowy",
  card: "Wyciąg z karty",
  investment: "Wyciąg inwestycyjny",
  other: "Wyciąg",
};
