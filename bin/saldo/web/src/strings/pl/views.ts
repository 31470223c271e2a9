/** Messages of the saved views, in Polish. */
import type * as en from "../en/views.ts";

export const views: typeof en.views = {
  title: "Zapisane widoki",
  short: "Widoki",
  hint: "Filtry i raporty zapisane pod nazwą. Znajduje je też wyszukiwanie.",
  none: "Nie ma jeszcze zapisanych widoków. Ustaw filtry transakcji albo raport, a potem wybierz Widoki.",
  noneHere: {
    transactions: "Ustaw filtry listy, a potem zapisz ją tutaj.",
    reports: "Zapisz ten raport, aby otworzyć go ponownie.",
  },
  save: "Zapisz ten widok…",
  saveTitle: "Zapisz ten widok",
  manage: "Zarządzaj widokami",
  name: "Nazwa",
  taken: "Istnieje już widok o tej nazwie. Zostanie zastąpiony.",
  replace: "Zastąp",
  rename: "Zmień nazwę",
  renameTitle: "Zmień nazwę widoku",
  deleted: (name) => `Usunięto widok „${name}”.`,
};
