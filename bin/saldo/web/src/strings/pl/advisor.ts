/** Messages of the advisor, in Polish. */
import type * as en from "../en/advisor.ts";
import { count } from "./count.ts";

export const advisor: typeof en.advisor = {
  title: "Doradca",
  empty: "Zapytaj o swoje pieniądze",
  emptyBody: "Odpowiedzi opierają się wyłącznie na Twoich transakcjach.",
  ideas: [
    "Ile wydałem w zeszłym miesiącu?",
    "Jakie były moje największe wydatki?",
    "Ile wydałem na zakupy spożywcze w zeszłym miesiącu?",
    "Ile wydałem według miesięcy?",
  ],
  placeholder: "Zapytaj o swoje pieniądze",
  label: "Twoje pytanie",
  send: "Wyślij",
  stop: "Zatrzymaj",
  again: "Wygeneruj odpowiedź ponownie",
  clear: "Nowa rozmowa",
  you: "Ty",
  saldo: "Saldo",
  viewer: "Możesz czytać rozmowy w tych księgach. Pytania mogą zadawać tylko redaktorzy i właściciele.",
  answered: "Odpowiedź jest gotowa.",
  thinking: "Przygotowywanie odpowiedzi…",
  failed: "Doradca nie mógł odpowiedzieć.",
  stepFailed: "niepowodzenie",
  usedTool: (name) => `Użyto: ${name}`,
  steps: {
    books: "Sprawdzono rachunki i daty",
    query: "Obliczono liczby",
    cash_flow: "Zsumowano dochody i wydatki",
    compare_periods: "Porównano dwa okresy",
    spending: "Zsumowano wydatki",
    search_transactions: "Przeszukano transakcje",
    balances: "Sprawdzono salda",
    net_worth: "Obliczono majątek netto",
    recurring: "Wyszukano płatności cykliczne",
    forecast: "Sprawdzono nadchodzące płatności",
    runway: "Obliczono, na jak długo wystarczy pieniędzy",
    budgets: "Sprawdzono budżety",
    statement_coverage: "Sprawdzono pokrycie wyciągami",
    duplicates: "Wyszukano duplikaty",
    explain_transaction: "Ustalono źródło transakcji",
    render_chart: "Narysowano wykres",
    savings_goal: "Obliczono cel oszczędzania",
    savings_growth: "Obliczono wzrost oszczędności",
    loan: "Obliczono kredyt",
  },
  answeredHere: (model) => `Odpowiedź: ${model}, na tym serwerze. Żadne dane go nie opuściły.`,
  answeredThere: (model) => `Odpowiedź: ${model}. Przekazano pytanie i sprawdzone liczby.`,
  log: "Rozmowa",
  ungrounded: "Niezweryfikowane: ta liczba nie pochodzi z Twoich danych",
  unlisted: (most) =>
    `Ponad ${count(most, { one: "#", few: "#", many: "#", other: "#" })} transakcji: za dużo na listę`,
  grounded: "Pokaż transakcje stojące za tą liczbą",
  edit: "Edytuj pytanie",
  linkOut: "(otwiera inną witrynę)",
};

export const chips: typeof en.chips = {
  label: "Części pytania",
  offers: "Możliwe pytania",
  kinds: {
    measure: "Liczba",
    period: "Okres",
    compare: "Porównanie",
    groupBy: "Podział według",
    categories: "Kategoria",
    merchants: "Sprzedawca",
    accounts: "Rachunek",
    tags: "Etykieta",
    texts: "Tekst",
    without: "Wykluczenie",
    currency: "Waluta",
  },
  condition: "Warunek",
  change: (kind, text) => `Zmień: ${kind}, ${text}`,
  add: (kind) => `Dodaj: ${kind}`,
  without: (name) => `Bez: ${name}`,
  remove: "Usuń",
  ever: "Cały czas",
  from: "Od",
  to: "Do",
  apply: "Użyj tych dat",
};

export const threads: typeof en.threads = {
  title: "Rozmowy",
  search: "Szukaj rozmów",
  none: "Nie ma jeszcze rozmów.",
  nothingFound: "Nie znaleziono rozmów.",
  name: "Nazwa rozmowy",
  rename: (title) => `Zmień nazwę: ${title}`,
  delete: (title) => `Usuń ${title}`,
};

export const approval: typeof en.approval = {
  title: "Zastosować tę zmianę?",
  transactions: (number) =>
    count(number, {
      one: "Zmieni się # transakcja.",
      few: "Zmienią się # transakcje.",
      many: "Zmieni się # transakcji.",
      other: "Zmieni się # transakcji.",
    }),
  allow: "Zastosuj",
  deny: "Nie stosuj",
  doing: "Stosowanie…",
  done: "Zastosowano",
  denied: "Anulowano",
  failed: "Zmiana nie powiodła się",
};

export const trace: typeof en.trace = {
  title: "Co zostało wysłane",
  none: "W tej rozmowie nie ma jeszcze odpowiedzi.",
  left: "To zostało wysłane na inny komputer.",
  stayed: "Nic z tego nie opuściło serwera.",
  cost: (input, output, milliseconds) =>
    `${count(input, { one: "# token wejściowy", few: "# tokeny wejściowe", many: "# tokenów wejściowych", other: "# tokenu wejściowego" })}, ${count(output, { one: "# wyjściowy", few: "# wyjściowe", many: "# wyjściowych", other: "# wyjściowego" })}, ${milliseconds} ms`,
  roles: { user: "Ty", assistant: "Doradca", tool: "Wynik narzędzia" },
  model: "Odpowiedź od",
  analyst: "wbudowany analityk",
  analystStays: "Wbudowany analityk odpowiada na tym serwerze. Żadne dane go nie opuszczają.",
  willStay: (model) => `Odpowiada ${model} na tym serwerze. Żadne dane go nie opuszczają.`,
  willAsk: (model) => `Odpowiada ${model}. Zapytamy przed wysłaniem czegokolwiek.`,
  mayNotLeave: "Odpowiada wbudowany analityk, ponieważ nie zezwalasz na wysyłanie danych na inne komputery.",
  willLeave: (model) => `Odpowiada ${model} i otrzymuje pytanie oraz sprawdzone liczby.`,
};

export const consent: typeof en.consent = {
  title: "Wysłać to?",
  at: (model, host) => `${model} na ${host}`,
  elsewhere: "inny komputer",
  to: (model, host) => `Aby odpowiedzieć, ${model} na ${host} potrzebuje:`,
  kinds: {
    question: "Twojego pytania",
    conversation: "dotychczasowej rozmowy",
    files: "zawartości załączonych plików",
    notes: "Twoich notatek dla doradcy",
    books: "liczb i transakcji, które sprawdzi",
  },
  masked:
    "Numery rachunków i kart w opisach są maskowane: wysyłane są tylko cztery ostatnie znaki. Twoje własne słowa są wysyłane dokładnie tak, jak je wpisujesz.",
  exactly: (bytes) =>
    count(bytes, {
      one: "Dokładna treść pierwszego żądania (# bajt)",
      few: "Dokładna treść pierwszego żądania (# bajty)",
      many: "Dokładna treść pierwszego żądania (# bajtów)",
      other: "Dokładna treść pierwszego żądania (# bajta)",
    }),
  instructions: "Instrukcje",
  leftOut: (number) =>
    count(number, {
      one: "Wysyłana jest też # wcześniejsza wiadomość.",
      few: "Wysyłane są też # wcześniejsze wiadomości.",
      many: "Wysyłanych jest też # wcześniejszych wiadomości.",
      other: "Wysyłane jest też # wcześniejszej wiadomości.",
    }),
  tools: (names) => `Model może sprawdzić: ${names}. Wyniki też są wysyłane.`,
  answers: {
    once: "Wyślij raz",
    thread: "Zezwól w tej rozmowie",
    always: "Zawsze zezwalaj",
    no: "Użyj wbudowanego analityka",
  },
  unanswered: "Nic nie wysłano.",
  withdraw: "Pytaj mnie znowu w tej rozmowie",
};

export const attachment: typeof en.attachment = {
  add: "Załącz wyciąg lub eksport z banku",
  beside: "Załączone pliki",
  dropNow: "Upuść, aby załączyć",
  sending: (name) => `Przesyłanie ${name}`,
  remove: (name) => `Usuń ${name}`,
  reading: (name) => `Odczyt ${name}`,
  page: (name, page, pages, rows) =>
    `Odczyt ${name}: strona ${page}${pages === null ? "" : ` z ${pages}`}, ${count(rows, { one: "# wiersz", few: "# wiersze", many: "# wierszy", other: "# wiersza" })}`,
  failed: (name) => `Nie udało się odczytać ${name}.`,
  found: (transactions) =>
    count(transactions, { one: "# transakcja", few: "# transakcje", many: "# transakcji", other: "# transakcji" }),
  fresh: (transactions) =>
    transactions === 0
      ? "bez nowych"
      : count(transactions, { one: "# nowa", few: "# nowe", many: "# nowych", other: "# nowej" }),
};
