/**
 * The tool call and the transactions behind each figure of an answer, sent by the
 * server before the answer ends.
 */
import type { UIMessage } from "ai";
import * as v from "valibot";
import { transactionsPath, readFilter } from "./transaction-filter.ts";

/** The query that lists exactly the transactions of a figure. */
const transactions = v.record(v.string(), v.string());

const grounding = v.object({
  figures: v.array(
    v.object({
      figure: v.string(),
      source: v.nullable(v.string()),
      // Answers stored by earlier versions have none.
      transactions: v.optional(v.array(v.nullable(transactions)), []),
    }),
  ),
});

/** A figure of an answer. */
export interface Figure {
  figure: string;
  /** The id of the tool call that returned it; `null` if none did. */
  source: string | null;
  /** The query of each occurrence in the answer; `null` for a figure without transactions. */
  transactions: (Record<string, string> | null)[];
}

/** Returns a message's figures with their sources; none until the server sent them. */
export function figuresOf(message: UIMessage): Figure[] {
  const parts = message.parts.filter(({ type }) => type === "data-grounding");
  return parts.flatMap((part) => {
    const known = v.safeParse(grounding, "data" in part ? part.data : null);
    return known.success ? known.output.figures : [];
  });
}

/** Splits a text at its figures. `index` is the figure's index, or `null` for other text. */
export function splitAtFigures(text: string, figures: readonly string[]): { text: string; index: number | null }[] {
  const longest = figures
    .map((figure, index) => ({ figure, index }))
    .toSorted((one, other) => other.figure.length - one.figure.length);
  const pieces: { text: string; index: number | null }[] = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const isInside = /\d[.,]?$/.test(text.slice(Math.max(0, at - 2), at));
    const found = isInside
      ? undefined
      : longest.find(
          ({ figure }) =>
            figure !== "" && text.startsWith(figure, at) && !/^\d|^[.,]\d/.test(text.slice(at + figure.length)),
        );
    if (!found) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain !== "") {
      pieces.push({ text: plain, index: null });
      plain = "";
    }
    pieces.push({ text: found.figure, index: found.index });
    at += found.figure.length;
  }
  return plain === "" ? pieces : [...pieces, { text: plain, index: null }];
}

/** Returns the path of the transactions that a tool result names for a figure; `null` if it names none. */
export function pathOf(named: unknown): string | null {
  const known = v.safeParse(transactions, named);
  return known.success && known.output["tooMany"] === undefined
    ? transactionsPath(readFilter(new URLSearchParams(known.output)))
    : null;
}

/** Returns the number of transactions that can be listed if there are more behind every occurrence. */
export function mostListed({ transactions }: Pick<Figure, "transactions">): number | null {
  const [first, ...others] = transactions.map((named) => named?.["tooMany"]);
  return first === undefined || others.some((most) => most !== first) ? null : Number(first);
}

/**
 * Returns the link of a figure's nth occurrence of `count`.
 *
 * If the server counted differently, the link is used only if all occurrences share it.
 */
export function pathAt(paths: readonly (string | null)[], nth: number, count: number): string | null {
  const [first = null] = paths;
  if (paths.every((path) => path === first)) {
    return first;
  }
  return paths.length === count ? (paths[nth] ?? null) : null;
}
