/** Messages about the days that statements cover, in Polish. */
import type * as en from "../en/coverage.ts";

export const coverage: typeof en.coverage = {
  title: "Pokrycie wyciągami",
  whole: "pełne",
  part: "częściowe",
  none: "brak",
  month: (month, filled) => `${month}: ${filled}`,
  complete: "Nie brakuje żadnego dnia, a każdy wyciąg zaczyna się tam, gdzie skończył się poprzedni.",
  gap: (period) => `Brakuje okresu ${period}. Dodaj wyciąg za ten okres.`,
  unproven: (period) => `${period}: okres jeszcze nieudowodniony, bo wyciąg się nie zgadza.`,
  fix: "Popraw",
  breakBy: (opening, closing, difference) =>
    `Ten wyciąg zaczyna się od ${opening}, a poprzedni skończył się na ${closing}: różnica wynosi ${difference}.`,
  breakUnknown: "Ten wyciąg nie zaczyna się od salda, na którym skończył się poprzedni.",
  overlap: (period) => `${period}: ten okres jest na dwóch wyciągach. Transakcje obecne na obu są liczone raz.`,
  earlier: "Wcześniejszy wyciąg",
  later: "Późniejszy wyciąg",
};
