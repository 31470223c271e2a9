/** Messages of the page of one statement and its proof, in Polish. */
import type * as en from "../en/statement.ts";
import { count } from "./count.ts";

export const statement: typeof en.statement = {
  back: "Wyciągi",
  page: "Strona",
  rows: "Transakcje",
  views: "Widoki wyciągu",
  date: "Data",
  description: "Opis",
  amount: "Kwota",
  balance: "Saldo",
  balanceOf: (amount) => `saldo ${amount}`,
  opening: "Saldo początkowe",
  moneyIn: "Wpływy",
  moneyOut: "Wypływy",
  closing: "Saldo końcowe",
  expected: "Saldo początkowe plus transakcje",
  difference: "Różnica",
  stopsAddingUp: "Od tego miejsca saldo się nie zgadza",
  causes: "Możliwe przyczyny",
  checks: "Sprawdzenia",
  download: "Plik oryginalny",
  again: "Odczytaj ponownie",
  delete: "Usuń",
  deleteTitle: "Usunąć ten wyciąg?",
  deleteBody: (name) =>
    `${name} oraz transakcje, które są tylko na tym wyciągu, zostaną usunięte. Nie można tego cofnąć.`,
  deleteConfirm: "Usuń",
  none: "Nie znaleziono transakcji.",
  pageOf: (page, pages) => `Strona ${page} z ${pages}`,
  previousPage: "Poprzednia strona",
  nextPage: "Następna strona",
  pageLabel: (page) => `Obraz strony ${page} wyciągu`,
  pageFailed: "Nie można wyświetlić tej strony. Możesz pobrać plik oryginalny.",
  spot: (description) => `Pokaż transakcję ${description}`,
  readBy: {
    layout: "Odczytano na tym serwerze z układu strony",
    model: "Odczytane przez model językowy; każdy wiersz odnaleziono na stronie",
    picture: "Odczytano ze skanu: sprawdź opisy",
    import: "Zaimportowano z pliku danych",
  },
  uploadedAt: (moment) => `Przesłano ${moment}`,
};

export const witness: typeof en.witness = {
  opening_and_closing: (holds) =>
    holds ? "Saldo początkowe + transakcje = saldo końcowe" : "Saldo początkowe + transakcje ≠ saldo końcowe",
  running_balances: (printed, holding) =>
    holding === printed
      ? count(printed, {
          one: "Jedyne saldo bieżące się zgadza",
          few: "Saldo bieżące zgadza się we wszystkich # wierszach",
          many: "Saldo bieżące zgadza się we wszystkich # wierszach",
          other: "Saldo bieżące zgadza się we wszystkich # wiersza",
        })
      : `Saldo bieżące zgadza się w ${holding} z ${printed} wierszy`,
  total_in: (holds) => (holds ? "Suma wpływów zgadza się z wyciągiem" : "Suma wpływów różni się od wyciągu"),
  total_out: (holds) => (holds ? "Suma wypływów zgadza się z wyciągiem" : "Suma wypływów różni się od wyciągu"),
  count: (holds) => (holds ? "Liczba transakcji zgadza się z wyciągiem" : "Liczba transakcji różni się od wyciągu"),
  other_balances: (printed, holding) => `Powtórzone salda: zgodne ${holding} z ${printed}`,
  sums: (printed, holding) => `Sumy na stronach: zgodne ${holding} z ${printed}`,
  daily_balances: (printed, holding) => `Salda dzienne: zgodne ${holding} z ${printed}`,
};
