/** The route for the days that the statements of each account cover. */
import * as v from "valibot";
import { decimal, page, send } from "./api.ts";

const days = v.object({ from: v.string(), to: v.string() });

const coverage = v.object({
  accountId: v.string(),
  currency: v.string(),
  covered: v.array(days),
  gaps: v.array(days),
  overlaps: v.array(v.object({ ...days.entries, statements: v.tuple([v.string(), v.string()]) })),
  breaks: v.array(
    v.object({
      before: v.string(),
      closing: decimal,
      after: v.string(),
      opening: decimal,
      difference: v.nullable(decimal),
    }),
  ),
  undated: v.array(v.string()),
});

/** A range of days, both ends included. */
export type Days = v.InferOutput<typeof days>;
/** The days that an account's statements cover, and their contradictions. */
export type Coverage = v.InferOutput<typeof coverage>;

/** `GET /api/coverage` */
export async function listCoverage(): Promise<Coverage[]> {
  return v.parse(page(coverage), await send("GET", "/coverage")).items;
}
