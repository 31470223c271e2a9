/** Which call of a tool each figure of an answer comes from: the server says so before the answer ends. */
import type { UIMessage } from "ai";
import * as v from "valibot";
import type { Account, Category, EntryFilter } from "../api.ts";
import { nameInLanguage } from "./category-name.ts";
import { entriesPath } from "./entry-filter.ts";

const grounding = v.object({
  figures: v.array(v.object({ figure: v.string(), source: v.nullable(v.string()) })),
});

/** A figure of an answer. */
export interface Figure {
  figure: string;
  /** The call that returned it; `null` when none did. */
  source: string | null;
}

/** The figures of a message with their sources; none until the server told them. */
export function figuresOf(message: UIMessage): Figure[] {
  const parts = message.parts.filter(({ type }) => type === "data-grounding");
  return parts.flatMap((part) => {
    const known = v.safeParse(grounding, "data" in part ? part.data : null);
    return known.success ? known.output.figures : [];
  });
}

/** A text in pieces, the figures by themselves. `index` is that of the figure. */
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

const output = v.object({ filter: v.record(v.string(), v.unknown()) });

/** The words of a tool's filter that the list of entries knows, too. */
const SAME = ["from", "to", "text", "direction", "currency"] as const;

const breakdown = v.object({
  rows: v.array(
    v.object({ group: v.nullable(v.string()), amount: v.object({ amount: v.string(), currency: v.string() }) }),
  ),
});

const grouped = v.object({ by: v.picklist(["category", "category_group"]) });

/** The one category that a figure is the amount of, as a filter; none where that is not certain. */
function rowOf(figure: string, input: unknown, answer: unknown, categories: readonly Category[]): EntryFilter {
  const [asked, known] = [v.safeParse(grouped, input), v.safeParse(breakdown, answer)];
  if (!asked.success || !known.success) {
    return {};
  }
  const digits = (text: string) => text.replaceAll(/\D/g, "");
  const rows = known.output.rows.filter(({ amount }) => digits(amount.amount) === digits(figure));
  const [row] = rows;
  if (!row || rows.length > 1 || known.output.rows.length < 2 || row.group === null) {
    return {};
  }
  const name = nameInLanguage(row.group);
  const named = categories.filter((category) => category.name === name);
  const [category] = named;
  // The list shows what is below a category with it; a row by category does not count that.
  const isAlone = asked.output.by === "category_group" || categories.every(({ parentId }) => parentId !== category?.id);
  return category && named.length === 1 && isAlone ? { category: category.id, currency: row.amount.currency } : {};
}

/** A figure, and what was asked of the tool that it comes from. */
interface Asked {
  figure: string;
  input: unknown;
}

/** The entries that a tool looked at, or of those the ones behind a figure; `null` where the list cannot show just those. */
export function entriesBehind(
  answer: unknown,
  accounts: readonly Account[],
  categories: readonly Category[],
  asked?: Asked,
): string | null {
  const known = v.safeParse(output, answer);
  if (!known.success) {
    return null;
  }
  const filter: EntryFilter = {};
  for (const [name, value] of Object.entries(known.output.filter)) {
    const same = SAME.find((word) => word === name);
    if (value === null || value === undefined) {
      continue;
    }
    if (typeof value !== "string") {
      return null;
    }
    const account = accounts.find((one) => one.name === value);
    const category = categories.find((one) => one.name === nameInLanguage(value));
    if (same) {
      filter[same] = value;
    } else if (name === "account" && account) {
      filter.account = account.id;
    } else if (name === "category" && category) {
      filter.category = category.id;
    } else {
      return null;
    }
  }
  const row = asked && filter.category === undefined ? rowOf(asked.figure, asked.input, answer, categories) : {};
  return entriesPath({ ...filter, ...row });
}
