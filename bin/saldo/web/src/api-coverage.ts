/** The route for the days that the statements of each account cover. */
import type * as Types from "./api-types.ts";
import { answer, client } from "./api.ts";

/** A range of days, both ends included. */
export type Days = Types.PeriodBody;
/** The days that an account's statements cover, and their contradictions. */
export type Coverage = Types.CoverageBody;

/** `GET /api/coverage` */
export async function listCoverage(): Promise<Coverage[]> {
  return (await answer(client.GET("/coverage"))).items;
}
