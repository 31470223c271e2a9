/** Messages that all pages share, in Polish. */
import type * as en from "../en/common.ts";
import { count } from "./count.ts";

export const saldo: string = "Saldo";

export const loading: string = "Wczytywanie…";

export const cancel: string = "Anuluj";

export const save: string = "Zapisz";

export const retry: string = "Spróbuj ponownie";

export const skipToContent: string = "Przejdź do treści";

export const notFound: typeof en.notFound = {
  title: "Nie znaleziono strony",
  body: "Ta strona nie istnieje. Być może została usunięta.",
  back: "Przejdź do wyciągów",
};

export const trouble: typeof en.trouble = {
  offline: "Nie można połączyć się z serwerem. Sprawdź połączenie i spróbuj ponownie.",
  server: "Na serwerze wystąpił błąd. Spróbuj ponownie lub sprawdź dziennik serwera.",
  gone: "To już nie istnieje.",
  page: "Na tej stronie wystąpił błąd.",
  reload: "Wczytaj ponownie",
};

export const nav: typeof en.nav = {
  label: "Menu główne",
  overview: "Przegląd",
  statements: "Wyciągi",
  transactions: "Transakcje",
  accounts: "Rachunki",
  budget: "Budżet",
  goals: "Cele",
  recurring: "Cykliczne",
  reports: "Raporty",
  advisor: "Doradca",
  settings: "Ustawienia",
  more: "Więcej",
};

export const amounts: typeof en.amounts = {
  hide: "Ukryj kwoty",
  show: "Pokaż kwoty",
};

export const chart: typeof en.chart = {
  further: (number) => `jeszcze ${number}`,
  saveTable: (title) => `Zapisz jako tabelę (CSV): ${title}`,
  savePicture: (title) => `Zapisz jako obraz (PNG): ${title}`,
  group: "Grupa",
  share: "Udział",
};

export const palette: typeof en.palette = {
  title: "Szukaj wszędzie",
  short: "Szukaj",
  label: "Szukaj stron, rachunków, kategorii, sprzedawców i wyciągów albo zadaj pytanie",
  placeholder: "Szukaj lub zapytaj…",
  results: "Wyniki",
  groups: {
    pages: "Strony",
    actions: "Działania",
    views: "Zapisane widoki",
    accounts: "Rachunki",
    categories: "Kategorie",
    merchants: "Sprzedawcy",
    statements: "Wyciągi",
    further: "Więcej",
  },
  find: (text) => `Szukaj „${text}” w transakcjach`,
  ask: (text) => `Zapytaj doradcę: „${text}”`,
  count: (number) => count(number, { one: "# wynik", few: "# wyniki", many: "# wyników", other: "# wyniku" }),
  move: "Wybierz",
  open: "Otwórz",
};

export const help: typeof en.help = {
  title: "Pomoc",
  link: "Pomoc dotycząca tej strony",
  inEnglish: "Przewodnik jest tylko po angielsku.",
  all: "Wszystkie tematy",
};
