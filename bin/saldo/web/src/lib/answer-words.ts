/**
 * The words of the built-in analyst as the pages have them: amounts in the user's format, and default
 * categories by their names in the user's language. The analyst writes `1,180.00 EUR` and `Groceries`, which
 * other clients understand, too.
 */
import { DEFAULT_NAMES, nameInLanguage } from "./category-name.ts";
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

/** Returns a text with its amounts in the user's format. */
function withAmounts(text: string): string {
  return text.replaceAll(AMOUNT, (written: string, sign: string, figure: string, currency: string) => {
    const amount = amountOf(sign, figure, currency);
    return amount === null ? written : formatMoney(amount, currency);
  });
}

/** Returns a text with other names of these categories, which are not part of a quoted or longer word. */
function withCategories(text: string, names: readonly string[]): string {
  return names.reduce(
    (words, name) =>
      words.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}"“„«])${name}(?![\\p{L}\\p{N}"”“»])`, "gu"), nameInLanguage(name)),
    text,
  );
}

/** Returns a text of the analyst as the pages have it. `categories` are the default ones that it may name. */
export function inPageWords(text: string, categories: readonly string[]): string {
  return withAmounts(withCategories(text, categories));
}

/** A part of a text: a figure with its index, or the text around it. */
interface Piece {
  text: string;
  index: number | null;
}

/** Returns the pieces of a text as the pages have them. The currency of a figure joins its piece. */
export function piecesInPageWords(pieces: readonly Piece[], categories: readonly string[]): Piece[] {
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
    .map((piece) => (piece.index === null ? { ...piece, text: inPageWords(piece.text, categories) } : piece));
}

/** Matches the currency after a figure. */
const UNIT = /^[ \u00a0]([A-Z]{3})(?![\p{L}\d])/u;

/** Matches the sign before a figure. */
const SIGN = /(?<![\p{L}\d])[-−]$/u;

/** The parts of a query whose words are names of categories. */
const OF_CATEGORIES = ["categories", "without"];

/** Returns a query part with the words of the pages. */
export function queryInPageWords(part: QueryPart, categories: readonly string[]): QueryPart {
  const reworded = <T extends { text: string | null }>(one: T, names: readonly string[]): T =>
    one.text === null ? one : { ...one, text: inPageWords(one.text, names) };
  return {
    ...part,
    chips: part.chips.map((chip) => {
      const names = OF_CATEGORIES.includes(chip.kind) ? DEFAULT_NAMES : categories;
      return { ...reworded(chip, names), options: chip.options.map((option) => reworded(option, names)) };
    }),
    offers: part.offers.map((offer) => reworded(offer, categories)),
  };
}
