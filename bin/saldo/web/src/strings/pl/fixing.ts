/** Messages for correcting rows and undoing corrections, in Polish. */
import type * as en from "../en/fixing.ts";
import { count } from "./count.ts";

export const fixing: typeof en.fixing = {
  correct: (description) => `Edytuj wiersz ${description}`,
  correctHint: "Edytuj ten wiersz",
  newRow: "Brakujący wiersz",
  addRow: "Dodaj wiersz",
  addAbove: "Dodaj wiersz powyżej",
  moreRows: (number) =>
    count(number, {
      one: "Pokaż jeszcze # wiersz",
      few: "Pokaż więcej (zostały # wiersze)",
      many: "Pokaż więcej (zostało # wierszy)",
      other: "Pokaż więcej (zostało # wiersza)",
    }),
  addIt: "Dodaj",
  remove: "Usuń",
  changeTo: (amount) => `Zmień na ${amount}`,
  amountIn: (currency) => `Kwota (${currency})`,
  amountHint: "Ujemna przy wypływie",
  noAmount: "Podaj kwotę.",
  breaks: (printed, reached) => `Na wyciągu jest ${printed}; suma wierszy to ${reached}.`,
  calculatedOpening: "Obliczono z salda początkowego",
  moreIn: (amount) => `Na wyciągu wpływy są o ${amount} wyższe (lub wypływy niższe) niż w tych wierszach.`,
  moreOut: (amount) => `Na wyciągu wypływy są o ${amount} wyższe (lub wpływy niższe) niż w tych wierszach.`,
  byHand: "Porównaj wiersze ze stroną i popraw błędy. Sprawdzenie powtarza się od razu, a każdą poprawkę można cofnąć.",
  changed: (description) => `Zmieniono: ${description}`,
  added: (description) => `Dodano: ${description}`,
  removed: (description) => `Usunięto: ${description}`,
  causes: {
    row_doubled: (row, description) => `Wiersz ${row} (${description}) może być duplikatem.`,
    row_extra: (row, description) => `Wiersz ${row} (${description}) może tu nie należeć.`,
    sign_flipped: (row, description) => `Wiersz ${row} (${description}) może mieć zły znak.`,
    amount_doubled: (row, description) => `Kwota w wierszu ${row} (${description}) może być policzona podwójnie.`,
    digits_swapped: (row, description) => `W wierszu ${row} (${description}) mogą być zamienione dwie cyfry.`,
    point_slipped: (row, description) => `W wierszu ${row} (${description}) przecinek może być w złym miejscu.`,
    digit_misread: (row, description) => `W wierszu ${row} (${description}) może być źle odczytana cyfra.`,
    row_missing: (amount, row) => `Może brakować wiersza na ${amount} przy wierszu ${row} lub przed nim.`,
    rows_missing: (amount) => `Może brakować wierszy na łączną kwotę ${amount}.`,
    total_disagrees: (amount) => `Suma na wyciągu różni się od wierszy o ${amount}.`,
    count_disagrees: "Wyciąg podaje inną liczbę wierszy.",
    mixed_currencies: "Ten rachunek zawiera dwie waluty.",
    contradiction: "Liczby na wyciągu są ze sobą sprzeczne.",
  },
};

export const undo: typeof en.undo = {
  undo: "Cofnij",
  redo: "Ponów",
  dismiss: "Zamknij",
  undone: "Cofnięto.",
  redone: "Ponowiono.",
  exceptLater: "Cofnięto, oprócz tego, co zmieniono od tamtej pory.",
  exceptChanged: (number) =>
    count(number, {
      one: "Cofnięto, oprócz # transakcji zmienionej od tamtej pory.",
      few: "Cofnięto, oprócz # transakcji zmienionych od tamtej pory.",
      many: "Cofnięto, oprócz # transakcji zmienionych od tamtej pory.",
      other: "Cofnięto, oprócz # transakcji zmienionej od tamtej pory.",
    }),
};
