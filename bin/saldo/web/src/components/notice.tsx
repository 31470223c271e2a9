/** A message with a tone. Screen readers announce bad news at once. */
import type { ReactNode } from "react";
import { ApiError } from "../api.ts";
import { strings } from "../strings/index.ts";

/** The tone of a notice. */
export type Tone = "good" | "bad" | "warn" | "plain";

export function Notice({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <p className={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </p>
  );
}

/** Returns an error message for the user: the server's own if it gave a reason. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) {
    return strings.trouble.offline;
  }
  if (error.status === 404) {
    return strings.trouble.gone;
  }
  return error.status >= 500 ? strings.trouble.server : error.message;
}
