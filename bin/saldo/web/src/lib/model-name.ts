/** The display name of a model. */
import { strings } from "../strings/index.ts";

/** The server's name for the built-in analyst. */
export const ANALYST = "built-in analyst";

/** Returns the analyst's name in the user's language; other models keep their names. */
export function modelName(name: string): string {
  return name === ANALYST ? strings.trace.analyst : name;
}
