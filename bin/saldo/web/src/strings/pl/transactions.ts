/** Messages of the transactions page, in Polish. */
import type * as en from "../en/transactions.ts";
import { count } from "./count.ts";

export const transactions: typeof en.transactions = {
  title: "Transakcje",
  search: "Szukaj w opisach",
  account: "Rachunek",
  allAccounts: "Wszystkie rachunki",
  category: "Kategoria",
  allCategories: "Wszystkie kategorie",
  uncategorized: "Bez kategorii",
  from: "Od",
  to: "Do",
  direction: "Wpływy lub wypływy",
  both: "Wszystko",
  in: "Wpływy",
  out: "Wypływy",
  sort: "Sortuj według",
  newest: "Od najnowszych",
  oldest: "Od najstarszych",
  largest: "Od największych",
  groupBy: "Grupuj",
  noGroups: "Bez grup",
  groups: {
    day: "Według dnia",
    month: "Według miesiąca",
    category: "Według kategorii",
    merchant: "Według sprzedawcy",
    tag: "Według etykiety",
  },
  clear: "Wyczyść filtry",
  filters: "Filtry",
  moreFilters: "Więcej filtrów",
  none: "Żadna transakcja nie pasuje do filtrów.",
  noneYet: "Nie ma jeszcze transakcji. Dodaj wyciąg, aby je tu zobaczyć.",
  count: (number) =>
    count(number, { one: "# transakcja", few: "# transakcje", many: "# transakcji", other: "# transakcji" }),
  currency: "Waluta",
  allCurrencies: "Wszystkie waluty",
  least: "Kwota min.",
  most: "Kwota maks.",
  kind: "Przelewy własne",
  allKinds: "Z przelewami własnymi",
  noTransfers: "Bez przelewów własnych",
  onlyTransfers: "Tylko przelewy własne",
  allTags: "Wszystkie etykiety",
  untagged: "Bez etykiet",
  unreconciled: "Nieudowodnione",
  oneStatement: "Z jednego wyciągu",
  clearStatement: "Pokaż transakcje ze wszystkich wyciągów",
  linkedFilters: "Przefiltrowane przez link",
  clearLinked: "Usuń te filtry",
  totals: "Sumy tych transakcji",
  net: "Netto",
  transfersExcluded: (number) =>
    count(number, {
      one: "# przelew własny nie jest liczony.",
      few: "# przelewy własne nie są liczone.",
      many: "# przelewów własnych nie jest liczonych.",
      other: "# przelewu własnego nie jest liczone.",
    }),
  description: "Opis",
  note: "Notatka",
  tags: "Etykiety",
  tagsHint: "Etykiety oddzielone przecinkami",
  splits: "Podziały",
  splitCount: (number) =>
    count(number, { one: "# podział", few: "# podziały", many: "# podziałów", other: "# podziału" }),
  openSplits: (number, description) =>
    `${count(number, { one: "# podział", few: "# podziały", many: "# podziałów", other: "# podziału" })}: ${description}`,
  splitsRemoved: (number) =>
    count(number, {
      one: "# zaznaczona transakcja jest podzielona; ustawienie kategorii usunie jej podziały.",
      few: "# zaznaczone transakcje są podzielone; ustawienie kategorii usunie ich podziały.",
      many: "# zaznaczonych transakcji jest podzielonych; ustawienie kategorii usunie ich podziały.",
      other: "# zaznaczonej transakcji jest podzielone; ustawienie kategorii usunie jej podziały.",
    }),
  amountOfSplit: "To jest suma podziałów. Aby ją zmienić, wprowadź podziały ponownie.",
  transfer: "Przelew własny",
  isTransfer: "Przelew własny: ani dochód, ani wydatek",
  isSplit: "Podzielona na kilka kategorii",
  printedAs: (text) => `Na wyciągu: ${text}`,
  select: (description) => `Zaznacz ${description}`,
  open: (description) => `Otwórz ${description}`,
  bulk: "Zaznaczone transakcje",
  selected: (number) =>
    number === null
      ? "Zaznaczono wszystkie"
      : count(number, { one: "Zaznaczono #", few: "Zaznaczono #", many: "Zaznaczono #", other: "Zaznaczono #" }),
  selectAll: (number) =>
    count(number, {
      one: "Zaznacz wszystkie (#)",
      few: "Zaznacz wszystkie (#)",
      many: "Zaznacz wszystkie (#)",
      other: "Zaznacz wszystkie (#)",
    }),
  clearSelection: "Wyczyść zaznaczenie",
  setCategory: "Ustaw kategorię…",
  addTags: "Dodaj etykiety…",
  markTransfer: "Oznacz jako przelew własny",
  delete: "Usuń",
  changed: (description) => `Zmieniono: ${description}`,
  changedMany: (number) =>
    count(number, {
      one: "Zmieniono # transakcję.",
      few: "Zmieniono # transakcje.",
      many: "Zmieniono # transakcji.",
      other: "Zmieniono # transakcji.",
    }),
  deleted: (number) =>
    count(number, {
      one: "Usunięto # transakcję.",
      few: "Usunięto # transakcje.",
      many: "Usunięto # transakcji.",
      other: "Usunięto # transakcji.",
    }),
  newTransaction: "Nowa transakcja",
  automatic: "Automatycznie",
  alike: (number) =>
    count(number, {
      one: "Zastosuj do # podobnej",
      few: "Zastosuj do # podobnych",
      many: "Zastosuj do # podobnych",
      other: "Zastosuj do # podobnej",
    }),
  always: "Utwórz regułę…",
  openSplitForm: "Podziel…",
  split: "Podziel",
  splitOf: (amount) => `Podziały kwoty ${amount}:`,
  splitRest: (amount) => `do przypisania: ${amount}`,
  splitFits: "Przypisano w całości",
  splitDone: (description) => `Podzielono: ${description}`,
  unsplit: "Usuń podział",
  splitRemoved: (description) => `Usunięto podział: ${description}`,
  addSplit: "Dodaj podział",
  splitAmount: (split) => `Kwota podziału ${split}`,
  splitCategory: (split) => `Kategoria podziału ${split}`,
  removeSplit: (split) => `Usuń podział ${split}`,
  toStatement: "Pokaż na wyciągu",
};

export const keys: typeof en.keys = {
  title: "Skróty klawiszowe",
  close: "Zamknij",
  j: "Następna transakcja",
  k: "Poprzednia transakcja",
  enter: "Otwórz transakcję",
  e: "Edytuj opis",
  n: "Edytuj notatkę",
  t: "Edytuj etykiety",
  c: "Ustaw kategorię",
  x: "Zaznacz lub odznacz",
  a: "Utwórz regułę",
  u: "Cofnij ostatnią zmianę",
  slash: "Szukaj",
  new: "Nowa transakcja",
  escape: "Wyczyść zaznaczenie",
  palette: "Szukaj wszędzie",
  help: "Pokaż skróty klawiszowe",
  goTo: "Przejście do strony, z każdego miejsca",
};

export const rule: typeof en.rule = {
  title: "Utwórz regułę",
  contains: "Gdy opis zawiera",
  onlyOut: "Tylko wypływy",
  onlyIn: "Tylko wpływy",
  onlyAccount: (name) => `Tylko na rachunku ${name}`,
  setCategory: "Ustaw kategorię na",
  noCategory: "Zachowaj kategorię",
  rename: (description) => `Zmień nazwę na „${description}”`,
  fits: (transactions, changed) =>
    `Zmienia ${count(changed, { one: "#", few: "#", many: "#", other: "#" })} z ${count(transactions, { one: "# transakcji.", few: "# transakcji.", many: "# transakcji.", other: "# transakcji." })}`,
  save: "Zapisz regułę",
  applied: (number) =>
    count(number, {
      one: "Reguła zmieniła # transakcję.",
      few: "Reguła zmieniła # transakcje.",
      many: "Reguła zmieniła # transakcji.",
      other: "Reguła zmieniła # transakcji.",
    }),
};

export const why: typeof en.why = {
  title: "Dlaczego ta kategoria",
  none: "Jeszcze bez kategorii.",
  words: "Dopasowano po opisie.",
  user: "Ustawiona przez Ciebie.",
  rule: "Ustawiona przez Twoją regułę:",
  learned: "Na podstawie kategorii ustawionych przez Ciebie.",
  model: "Zaproponowana przez model językowy.",
  suggests: (category, percent) => `Twoje wcześniejsze wybory wskazują na: ${category} (pewność ${percent}%).`,
  basedOn: (words) =>
    `Na podstawie ${words.map((word) => `„${word}”`).join(", ")}, jak w tych wcześniejszych transakcjach:`,
  because: "Wcześniejsze transakcje, na których opiera się ta propozycja",
  suggested: {
    learned: "Propozycja na podstawie kategorii ustawionych przez Ciebie",
    model: "Propozycja modelu językowego",
  },
};

export const history: typeof en.history = {
  title: "Historia",
  create: "Dodano ręcznie",
  change: "Zmieniono",
  delete: "Usunięto",
  categorize: "Przypisano kategorię",
  match: "Rozpoznano jako przelew własny",
  name_merchants: "Zmieniono nazwy sprzedawców",
  change_account: "Zmieniono konto",
  merge_accounts: "Scalono konta",
  undo: "Cofnięto",
  undone: "(cofnięto)",
  became: (name, before, after) => `${name}: ${before} → ${after}`,
  yes: "tak",
  no: "nie",
};

export const asking: typeof en.asking = {
  ask: (model) => `Zapytaj ${model} o nieznanych sprzedawców`,
  busy: "Pytanie…",
  to: (model, host, merchants) =>
    `${count(merchants, { one: "# sprzedawca nie pasuje ani do Twoich reguł, ani do wcześniejszych wyborów", few: "# sprzedawcy nie pasują ani do Twoich reguł, ani do wcześniejszych wyborów", many: "# sprzedawców nie pasuje ani do Twoich reguł, ani do wcześniejszych wyborów", other: "# sprzedawcy nie pasuje ani do Twoich reguł, ani do wcześniejszych wyborów" })}. ${model} na ${host} może zaproponować kategorie.`,
  gets: "Model otrzymuje nazwy sprzedawców, informację, czy to wpływ, czy wypływ, oraz nazwy Twoich kategorii. Bez kwot i dat.",
  exactly: (requests) =>
    count(requests, {
      one: "Dokładna treść żądania",
      few: "Dokładna treść pierwszego z # żądań",
      many: "Dokładna treść pierwszego z # żądań",
      other: "Dokładna treść pierwszego z # żądania",
    }),
  done: (known, asked, transactions) =>
    `Rozpoznano ${known} z ${count(asked, { one: "# sprzedawcy", few: "# sprzedawców", many: "# sprzedawców", other: "# sprzedawcy" })}, przypisano kategorię: ${count(transactions, { one: "# transakcja", few: "# transakcje", many: "# transakcji", other: "# transakcji" })}.`,
  nothing: "Nie ma nieznanych sprzedawców.",
  stopped: {
    tokens_used_up: "Dzisiejszy limit tokenów został wykorzystany.",
    no_answer: "Model nie zwrócił pełnej odpowiedzi.",
    more: "Są jeszcze sprzedawcy, o których można zapytać.",
  },
};

export const offers: typeof en.offers = {
  title: "Do sprawdzenia",
  review: "Sprawdź",
  nothing: "Wszystko sprawdzone.",
  transfers: (number) =>
    count(number, {
      one: "# możliwy przelew własny.",
      few: "# możliwe przelewy własne.",
      many: "# możliwych przelewów własnych.",
      other: "# możliwego przelewu własnego.",
    }),
  groups: (number) =>
    count(number, {
      one: "# możliwy duplikat.",
      few: "# możliwe duplikaty.",
      many: "# możliwych duplikatów.",
      other: "# możliwego duplikatu.",
    }),
  accounts: (number) =>
    count(number, {
      one: "# możliwy duplikat rachunku.",
      few: "# możliwe duplikaty rachunków.",
      many: "# możliwych duplikatów rachunków.",
      other: "# możliwego duplikatu rachunku.",
    }),
  isAccount: "Możliwy duplikat rachunku",
  sameNumber: "Oba mają ten sam numer.",
  sameTransactions: "Oba mają te same transakcje.",
  mergeInto: (other, one) => `Scal ${other} z ${one}`,
  keepAccounts: "Zachowaj oba",
  merged: (other, one) => `Scalono: ${other} → ${one}.`,
  undoMerge: "Cofnij",
  isTransfer: "Czy to przelew własny?",
  isDuplicate: "Możliwy duplikat",
  because: {
    named: "Jedna wymienia drugi rachunek.",
    worded: "Ich opisy pasują do siebie.",
    only_pair: "To jedyna możliwa para w tych dniach.",
    rate: "Kwoty zgadzają się po Twoim kursie wymiany.",
  },
  link: "Oznacz jako przelew własny",
  linked: "Oznaczono jako przelew własny.",
  keep: "Zachowaj wszystkie",
  remove: "Usuń nowszą",
};
