/** The display name of a model. */
import { strings } from "../strings/index.ts";

/** The name under which the server's own analyst answers, which asks nobody. */
export const ANALYST = "built-in analyst";

/** The name in the person's language; a model of their own keeps its name. */
export function modelName(name: string): string {
  return name === ANALYST ? strings.trace.analyst : name;
}
