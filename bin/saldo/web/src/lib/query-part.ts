/**
 * The typed query behind an answer, with its parts as chips, or the queries offered
 * for a question that was not understood.
 */
import type { UIMessage } from "ai";
import * as v from "valibot";

const query = v.record(v.string(), v.unknown());
const choice = v.object({ text: v.string(), query });
const chip = v.object({
  kind: v.string(),
  text: v.nullable(v.string()),
  options: v.array(choice),
  without: v.nullable(query),
});
const part = v.object({
  query: v.nullable(query),
  language: v.string(),
  chips: v.optional(v.array(chip), []),
  offers: v.optional(v.array(choice), []),
});

/** A query of `POST /api/query`. */
export type Query = v.InferOutput<typeof query>;
/** A query with its words. */
export type Choice = v.InferOutput<typeof choice>;
/** A part of a query; without text, one that can be added. */
export type Chip = v.InferOutput<typeof chip>;
/** The query of an answer, or offers. */
export type QueryPart = v.InferOutput<typeof part>;

const PART = "data-query";

/** Returns the queries of an answer. */
export function queriesOf({ parts }: UIMessage): QueryPart[] {
  return parts.flatMap((one) => {
    const known = v.safeParse(part, one.type === PART && "data" in one ? one.data : null);
    return known.success ? [known.output] : [];
  });
}

/** True for a question that was asked as a query. */
export function isTyped({ parts }: UIMessage): boolean {
  return parts.some(({ type }) => type === PART);
}

/** Returns the parts of a message that asks a query. */
export function asking({ text, query }: Choice, language: string): UIMessage["parts"] {
  return [
    { type: "text", text },
    { type: PART, data: { query, language } },
  ];
}

/** Returns the words of a query one of whose chips was changed; `null` for a part that was removed. */
export function wordsWith(chips: readonly Chip[], changed: Chip, text: string | null): string {
  const words = chips.map((chip) => (chip === changed ? text : chip.text));
  return words.filter((word) => word !== null).join(" · ");
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns a query with other values of a condition, on the given side of its filter. */
export function withCondition(query: Query, side: "only" | "without", kind: string, values: string[]): Query {
  const filter = fields(query["filter"]);
  return { ...query, filter: { ...filter, [side]: { ...fields(filter[side]), [kind]: values } } };
}

/** Returns the days of a query's period; empty texts for open ends. */
export function periodOf(query: Query): { from: string; to: string } {
  const { from, to } = fields(fields(query["filter"])["period"]);
  return { from: typeof from === "string" ? from : "", to: typeof to === "string" ? to : "" };
}

/** Returns a query for the days from `from` to `to`. */
export function withPeriod(query: Query, from: string, to: string): Query {
  return { ...query, filter: { ...fields(query["filter"]), period: { from, to } } };
}
