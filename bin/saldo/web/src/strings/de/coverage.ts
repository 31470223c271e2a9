/** Die Wörter dafür, was die Auszüge abdecken, auf Deutsch. */
import type * as en from "../en/coverage.ts";

export const coverage: typeof en.coverage = {
  title: "Was deine Auszüge abdecken",
  whole: "abgedeckt",
  part: "zum Teil abgedeckt",
  none: "nicht abgedeckt",
  month: (month, filled) => `${month}: ${filled}`,
  complete: "Kein Tag fehlt, und jeder Auszug beginnt, wo der vorige endete.",
  gap: (period) => `${period} fehlt. Füge den Auszug dieser Tage hinzu.`,
  unproven: (period) => `${period} ist nicht bewiesen: Der Auszug dieser Tage geht noch nicht auf.`,
  putRight: "Richtigstellen",
  breakBy: (opening, closing, difference) =>
    `Ein Auszug beginnt mit ${opening}, der vorige endete aber mit ${closing}: ${difference} liegen dazwischen.`,
  breakUnknown: "Ein Auszug beginnt nicht mit dem Saldo, mit dem der vorige endete.",
  overlap: (period) => `${period} steht auf zwei Auszügen. Was auf beiden steht, ist einmal gebucht.`,
  earlier: "der frühere",
  later: "der spätere",
};
