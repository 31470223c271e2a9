/** Messages of the edit history, in Polish. */
import type * as en from "../en/edits.ts";
import { count } from "./count.ts";

export const edits: typeof en.edits = {
  title: "Historia zmian",
  hint: "Wszystkie zmiany transakcji, sprzedawców i rachunków, od najnowszych.",
  none: "Nic jeszcze nie zmieniono.",
  open: "Pokaż historię zmian",
  actions: {
    create: (number) =>
      count(number, {
        one: "Dodano # transakcję",
        few: "Dodano # transakcje",
        many: "Dodano # transakcji",
        other: "Dodano # transakcji",
      }),
    change: (number) =>
      count(number, {
        one: "Zmieniono # transakcję",
        few: "Zmieniono # transakcje",
        many: "Zmieniono # transakcji",
        other: "Zmieniono # transakcji",
      }),
    delete: (number) =>
      count(number, {
        one: "Usunięto # transakcję",
        few: "Usunięto # transakcje",
        many: "Usunięto # transakcji",
        other: "Usunięto # transakcji",
      }),
    categorize: (number) =>
      count(number, {
        one: "Automatycznie przypisano kategorię # transakcji",
        few: "Automatycznie przypisano kategorię # transakcjom",
        many: "Automatycznie przypisano kategorię # transakcjom",
        other: "Automatycznie przypisano kategorię # transakcji",
      }),
    match: (number) =>
      count(number, {
        one: "Rozpoznano # transakcję jako przelew własny",
        few: "Rozpoznano # transakcje jako przelewy własne",
        many: "Rozpoznano # transakcji jako przelewy własne",
        other: "Rozpoznano # transakcji jako przelewy własne",
      }),
    name_merchants: (number) =>
      count(number, {
        one: "Zmieniono nazwy sprzedawców w # transakcji",
        few: "Zmieniono nazwy sprzedawców w # transakcjach",
        many: "Zmieniono nazwy sprzedawców w # transakcjach",
        other: "Zmieniono nazwy sprzedawców w # transakcji",
      }),
  },
  account: "Zmieniono rachunek",
  merged: "Scalono rachunki",
  first: (what) => `Pierwsza: ${what}`,
  andMore: (name, more) => `${name} i jeszcze ${more}`,
  deletedAccount: "Usunięty rachunek",
  undo: (what) => `Cofnięto: ${what}`,
  redo: (what) => `Ponowiono: ${what}`,
  wasUndone: "Później cofnięto",
  tooLate: "Tej zmiany nie można już cofnąć, bo jest już cofnięta.",
};
