/** Messages of the attachments, in Polish. */
import type * as en from "../en/attachments.ts";
import { count } from "./count.ts";

export const attachments: typeof en.attachments = {
  title: "Paragony",
  add: "Dodaj paragon",
  adding: "Dodawanie…",
  photograph: "Zrób zdjęcie",
  remove: (name) => `Usuń ${name}`,
  removeBody: "Plik zostanie trwale usunięty.",
  text: { waiting: "Odczytywanie tekstu…", unavailable: "Brak tekstu; wyszukiwanie go nie znajdzie" },
  unmatched: (number) =>
    count(number, {
      one: "# paragon bez transakcji.",
      few: "# paragony bez transakcji.",
      many: "# paragonów bez transakcji.",
      other: "# paragonu bez transakcji.",
    }),
  unmatchedTitle: "Paragony bez transakcji",
  noOffers: "Żadna transakcja nie ma tej kwoty i daty.",
  match: "Dołącz",
  matchTo: (description) => `Dołącz do: ${description}`,
};
