/** Messages about the days that statements cover, in English. */

export const coverage = {
  title: "Statement coverage",
  whole: "complete",
  part: "partial",
  none: "missing",
  month: (month: string, filled: string) => `${month}: ${filled}`,
  complete: "No days are missing, and each statement starts where the previous one ended.",
  gap: (period: string) => `${period} is missing. Add the statement for this period.`,
  unproven: (period: string) => `${period} isn’t proven yet: the statement for this period doesn’t add up.`,
  fix: "Fix it",
  breakBy: (opening: string, closing: string, difference: string) =>
    `This statement opens at ${opening} but the previous one closed at ${closing}, a gap of ${difference}.`,
  breakUnknown: "This statement doesn’t open at the balance the previous one closed at.",
  overlap: (period: string) => `${period} appears on two statements. Transactions found on both are counted once.`,
  earlier: "Earlier statement",
  later: "Later statement",
};
