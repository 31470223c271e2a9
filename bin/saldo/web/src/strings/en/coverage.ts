/** The words for what statements cover, in English. */

export const coverage = {
  title: "What your statements cover",
  whole: "covered",
  part: "covered in part",
  none: "not covered",
  month: (month: string, filled: string) => `${month}: ${filled}`,
  complete: "No day is missing, and each statement begins where the one before it ended.",
  gap: (period: string) => `${period} is missing. Add the statement of these days.`,
  unproven: (period: string) => `${period} is not proven: the statement of these days does not add up yet.`,
  putRight: "Put it right",
  breakBy: (opening: string, closing: string, difference: string) =>
    `A statement opens with ${opening}, but the one before it closed with ${closing}: ${difference} lie between them.`,
  breakUnknown: "A statement does not open with the balance that the one before it closed with.",
  overlap: (period: string) => `${period} stands on two statements. Entries on both are booked once.`,
  earlier: "the earlier one",
  later: "the later one",
};
