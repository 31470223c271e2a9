/**
 * The amounts of the built-in analyst in the user's format. The analyst writes `1,180.00 EUR`, which other
 * clients understand, too.
 */
import { formatMoney } from "./money.ts";
import type { QueryPart } from "./query-part.ts";

/** Matches an amount with its currency, in the number format of any language. */
const AMOUNT = /(?<![\p{L}\d.,]|\d[-−])([-−]?)(\d[\d.,'’\u00a0\u202f]*)[ \u00a0]([A-Z]{3})(?![\p{L}\d])/gu;

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

/** Returns an amount that the analyst wrote; `null` for another text with digits and capitals. */
export function amountOf(sign: string, figure: string, currency: string): string | null {
  if (!CURRENCIES.has(currency)) {
    return null;
  }
  const { maximumFractionDigits: digits = 0 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  const end = new RegExp(`[.,](\\d{${digits}})$`);
  // A limit that the user gave in whole units has no fraction.
  const fraction = digits === 0 ? undefined : end.exec(figure)?.[1];
  const groups = (fraction === undefined ? figure : figure.replace(end, "")).split(/\D/);
  const isWhole = groups.every((group, index) => (index === 0 ? group !== "" : group.length === 3));
  if (!isWhole) {
    return null;
  }
  return `${sign === "" ? "" : "-"}${groups.join("")}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** Returns a text of the analyst with its amounts in the user's format. */
export function withAmounts(text: string): string {
  return text.replaceAll(AMOUNT, (written: string, sign: string, figure: string, currency: string) => {
    const amount = amountOf(sign, figure, currency);
    return amount === null ? written : formatMoney(amount, currency);
  });
}

/** A part of a text: a figure with its index, or the text around it. */
interface Piece {
  text: string;
  index: number | null;
}

/** Returns the pieces of a text with amounts in the user's format. A figure's currency joins its piece. */
export function piecesWithAmounts(pieces: readonly Piece[]): Piece[] {
  const all = pieces.map((piece) => ({ ...piece }));
  for (const [at, piece] of all.entries()) {
    const [before, after] = [all[at - 1], all[at + 1]];
    const currency = piece.index === null || after?.index !== null ? null : UNIT.exec(after.text);
    if (!after || !currency?.[1]) {
      continue;
    }
    const sign = before?.index === null ? (SIGN.exec(before.text)?.[0] ?? "") : "";
    const amount = amountOf(sign, piece.text, currency[1]);
    if (amount !== null) {
      piece.text = formatMoney(amount, currency[1]);
      after.text = after.text.slice(currency[0].length);
      if (before && sign !== "") {
        before.text = before.text.slice(0, -1);
      }
    }
  }
  return all
    .filter(({ text }) => text !== "")
    .map((piece) => (piece.index === null ? { ...piece, text: withAmounts(piece.text) } : piece));
}

/** Matches the currency after a figure. */
const UNIT = /^[ \u00a0]([A-Z]{3})(?![\p{L}\d])/u;

/** Matches the sign before a figure. */
const SIGN = /(?<![\p{L}\d])[-−]$/u;

/** Returns a query part with its amounts in the user's format. */
export function queryWithAmounts(part: QueryPart): QueryPart {
  const reworded = <T extends { text: string | null }>(one: T): T =>
    one.text === null ? one : { ...one, text: withAmounts(one.text) };
  return {
    ...part,
    chips: part.chips.map((chip) => ({ ...reworded(chip), options: chip.options.map(reworded) })),
    offers: part.offers.map(reworded),
  };
}
