/** Finds the lists in an answer of the built-in analyst that repeat the rows of its charts. */
import type { Decimal } from "./money.ts";

/** A row of a chart. */
export interface ListedRow {
  /** The name in the text; `null` if it depends on the language, such as a weekday's or a category's. */
  name: string | null;
  amount: Decimal;
  currency: string;
  /** The amount of the period before, in a comparison. */
  before?: Decimal;
}

const BULLET = "- ";

/**
 * Matches an item: a name, and a figure in the format of any language. A comparison adds the figure before
 * it, with a word on either side.
 */
const ITEM =
  /^(.+?)\s?: ([-−]?)(\d[\d.,'’\s]*)\s([A-Z]{3})(?:, (?:\p{L}+ )?([-−]?)(\d[\d.,'’\s]*)\s([A-Z]{3})(?: \p{L}+)?)?$/u;

/** Matches the last item of a list that leaves rows out. */
const REST = /^… \D*(\d+)\D*$/;

/**
 * Returns the line on which a list with the rows of each chart begins, counted from 1; `null` for a chart
 * whose rows no list has. A list that is still being written counts by the items that it has.
 */
export function repeatedLists(
  text: string,
  charts: readonly (readonly ListedRow[])[],
  isWriting: boolean,
): (number | null)[] {
  const found: (number | null)[] = charts.map(() => null);
  // A line break after an item, or the first half of a bullet, begins the next item.
  const written = isWriting ? text.replace(/(\n- .*)\n-?$/, "$1\n- ") : text;
  for (const { line, items, isLast } of listsIn(written)) {
    const index = charts.findIndex(
      (rows, chart) => found[chart] === null && isRepeated(items, rows, isWriting && isLast),
    );
    if (index >= 0) {
      found[index] = line;
    }
  }
  return found;
}

/** True if a text has a list. */
export function hasList(text: string): boolean {
  return listsIn(text).length > 0;
}

/** Returns the lists of a text. The last one may still be written. */
function listsIn(text: string): { line: number; items: string[]; isLast: boolean }[] {
  const lines = text.split("\n");
  const isItem = (index: number) => lines[index]?.startsWith(BULLET) === true;
  return lines.flatMap((_, start) => {
    if (!isItem(start) || isItem(start - 1)) {
      return [];
    }
    let end = start;
    while (isItem(end)) {
      end += 1;
    }
    const items = lines.slice(start, end).map((item) => item.slice(BULLET.length));
    return [{ line: start + 1, items, isLast: end === lines.length }];
  });
}

function isRepeated(items: readonly string[], rows: readonly ListedRow[], isUnfinished: boolean): boolean {
  const [last = "", whole] = [items.at(-1), items.slice(0, -1)];
  const all = (listed: readonly string[]) => listed.every((item, index) => isRow(item, rows[index]));
  if (isUnfinished) {
    return all(whole) && (whole.length < rows.length || (whole.length === rows.length && last === ""));
  }
  const rest = REST.exec(last)?.[1];
  return rest === undefined
    ? items.length === rows.length && all(items)
    : whole.length + Number(rest) === rows.length && all(whole);
}

function isRow(item: string, row: ListedRow | undefined): boolean {
  const [, name = "", sign = "", figure = "", currency, signBefore = "", before, currencyBefore] =
    ITEM.exec(item) ?? [];
  if (row === undefined || currency !== row.currency || (row.name !== null && row.name !== name)) {
    return false;
  }
  const isBefore =
    before === undefined || row.before === undefined
      ? before === row.before
      : currencyBefore === row.currency && isAmount(signBefore, before, row.before);
  return isBefore && isAmount(sign, figure, row.amount);
}

function isAmount(sign: string, figure: string, amount: Decimal): boolean {
  const digits = figure.replaceAll(/\D/g, "");
  return digits === amount.replaceAll(/\D/g, "") && (sign !== "") === amount.startsWith("-");
}
