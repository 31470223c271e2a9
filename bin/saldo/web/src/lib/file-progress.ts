/** The progress of reading a question's files while an answer is being written. */
import { useSyncExternalStore } from "react";
import * as v from "valibot";

const progress = v.object({
  toolCallId: v.string(),
  fileName: v.string(),
  page: v.number(),
  pages: v.nullable(v.number()),
  rows: v.number(),
});

/** The progress of one file. */
export type FileProgress = v.InferOutput<typeof progress>;

let known: ReadonlyMap<string, FileProgress> = new Map();
const listeners = new Set<() => void>();

/** Records the progress of a file from a part of the stream; ignores other parts. */
export function hearProgress(part: { type: string; data: unknown }): void {
  const heard = part.type === "data-progress" ? v.safeParse(progress, part.data) : null;
  if (heard?.success) {
    known = new Map(known).set(heard.output.toolCallId, heard.output);
    for (const listener of listeners) {
      listener();
    }
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the progress of a call's file, once reported. */
export function useFileProgress(toolCallId: string): FileProgress | undefined {
  return useSyncExternalStore(subscribe, () => known.get(toolCallId));
}
