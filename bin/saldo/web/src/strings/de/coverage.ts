/** Messages about the days that statements cover, in German. */
import type * as en from "../en/coverage.ts";

export const coverage: typeof en.coverage = {
  title: "Abdeckung durch Auszüge",
  whole: "vollständig",
  part: "teilweise",
  none: "fehlt",
  month: (month, filled) => `${month}: ${filled}`,
  complete: "Es fehlt kein Tag, und jeder Auszug beginnt dort, wo der vorige endete.",
  gap: (period) => `${period} fehlt. Füge den Auszug für diesen Zeitraum hinzu.`,
  unproven: (period) => `${period} ist noch nicht bewiesen: Der Auszug für diesen Zeitraum geht nicht auf.`,
  fix: "Korrigieren",
  breakBy: (opening, closing, difference) =>
    `Dieser Auszug beginnt mit ${opening}, der vorige endete aber mit ${closing}: eine Differenz von ${difference}.`,
  breakUnknown: "Dieser Auszug beginnt nicht mit dem Saldo, mit dem der vorige endete.",
  overlap: (period) =>
    `${period} kommt auf zwei Auszügen vor. Buchungen, die auf beiden stehen, werden einmal gezählt.`,
  earlier: "Früherer Auszug",
  later: "Späterer Auszug",
};
