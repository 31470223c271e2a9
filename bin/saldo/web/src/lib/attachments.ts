/** Files attached to a question. Each is uploaded when it is added, and sent with the question as a link. */
import type { FileUIPart } from "ai";
import { useCallback, useRef, useState } from "react";
import { ApiError, statementPath } from "../api.ts";
import { sendFile } from "./send-file.ts";

/** An attached file and its upload. */
export interface Attachment {
  key: number;
  name: string;
  mediaType: string;
  size: number;
  sent: number;
  /** The id of its statement, once uploaded. */
  statementId: string | null;
  /** The server's reason for a failed upload; empty if the server was unreachable. */
  problem: string | null;
}

/** Maximum number of files for one question. */
export const FILES_MAX = 5;

/** Manages the files attached to the question that is being typed. */
export function useAttachments() {
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const nextKey = useRef(1);
  const change = useCallback((key: number, to: Partial<Attachment>) => {
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  }, []);
  const add = useCallback(
    (added: Iterable<File>) => {
      for (const file of added) {
        const key = nextKey.current++;
        const stop = new AbortController();
        stops.current.set(key, stop);
        const { name, size, type } = file;
        const mediaType = type || "application/octet-stream";
        setFiles((all) => [...all, { key, name, size, mediaType, sent: 0, statementId: null, problem: null }]);
        sendFile(file, (sent) => change(key, { sent }), stop.signal).then(
          (arrived) => {
            const statementId = arrived.find((one) => one.statementId !== null)?.statementId ?? null;
            change(key, { statementId, sent: size });
          },
          (error: unknown) => change(key, { problem: error instanceof ApiError ? error.message : "" }),
        );
      }
    },
    [change],
  );
  const remove = useCallback((key: number) => {
    stops.current.get(key)?.abort();
    stops.current.delete(key);
    setFiles((all) => all.filter((one) => one.key !== key));
  }, []);
  const clear = useCallback(() => setFiles([]), []);
  return { files, add, remove, clear };
}

/** Returns the uploaded files as message parts. */
export function partsOf(files: readonly Attachment[]): FileUIPart[] {
  return files.flatMap(({ statementId, mediaType, name }) =>
    statementId === null ? [] : [{ type: "file" as const, mediaType, filename: name, url: statementPath(statementId) }],
  );
}

/** Returns the id of the statement that a file belongs to; `null` for a file that is not stored. */
export function statementOf(url: string): string | null {
  return /^\/api\/statements\/([^/]+)\/file$/.exec(url)?.[1] ?? null;
}
