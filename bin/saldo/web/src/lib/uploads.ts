/**
 * Pending uploads. They are stored outside the pages, so that navigation does not stop them. Once a file is
 * uploaded, the list of statements shows it.
 */
import { useSyncExternalStore } from "react";
import { ApiError, processStatement } from "../api.ts";
import { type Sent, sendFile } from "./send-file.ts";

/** A pending upload. */
export interface Upload {
  key: number;
  name: string;
  size: number;
  sent: number;
  phase: "waiting" | "sending" | "refused" | "duplicate";
  /** The reason for a rejected upload. */
  problem: Problem | null;
  /** The id of the existing statement with the same bytes, for a duplicate. */
  statementId: string | null;
  /** True if the user added this file alone. */
  isAlone: boolean;
}

/** An uploaded file. */
export interface Arrival {
  statementId: string;
  /** True if the user added this file alone and it needs a review before the import. */
  wantsLook: boolean;
}

/** The reason for a failed upload. */
export type Problem = { kind: "offline" } | { kind: "server"; status: number; message: string };

/** Number of simultaneous uploads: enough to use the bandwidth, few enough to show progress on each. */
const AT_ONCE = 2;

type Listener = () => void;

type ArrivalListener = (arrival: Arrival) => void;

/** Names of files with pages, which are read without a review. */
const PAGES = /\.(pdf|jpe?g|png)$/i;

/** Largest offset of a PDF's signature. */
const PDF_MARK_BYTES = 1024;

let uploads: readonly Upload[] = [];
const files = new Map<number, File>();
const stops = new Map<number, AbortController>();
const listeners = new Set<Listener>();
const arrivals = new Set<ArrivalListener>();
let nextKey = 1;

function publish(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) {
    listener();
  }
}

function change(key: number, change: Partial<Upload>): void {
  publish(uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
}

function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the pending uploads, oldest first. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads);
}

/**
 * Calls back after each upload, of duplicates too. By then reading a PDF was requested, and
 * a data file waits for review.
 */
export function onArrival(listener: ArrivalListener): () => void {
  arrivals.add(listener);
  return () => arrivals.delete(listener);
}

/** Uploads files and requests reading of PDFs; data files wait for review. */
export function upload(added: Iterable<File>): void {
  const all = [...added];
  const fresh = all.map((file): Upload => {
    const key = nextKey++;
    files.set(key, file);
    const { name, size } = file;
    const isAlone = all.length === 1;
    return { key, name, size, sent: 0, phase: "waiting", problem: null, statementId: null, isAlone };
  });
  publish([...uploads, ...fresh]);
  startNext();
}

/** Retries a rejected upload. */
export function retryUpload(key: number): void {
  change(key, { phase: "waiting", sent: 0, problem: null });
  startNext();
}

/** Removes a file from the list and stops its upload. */
export function dismissUpload(key: number): void {
  stops.get(key)?.abort();
  forget(key);
  startNext();
}

/** Stops and clears everything, because another user may sign in next. */
export function clearUploads(): void {
  for (const { key } of uploads) {
    stops.get(key)?.abort();
    forget(key);
  }
}

function forget(key: number): void {
  files.delete(key);
  stops.delete(key);
  publish(uploads.filter((upload) => upload.key !== key));
}

function startNext(): void {
  const sending = uploads.filter((upload) => upload.phase === "sending").length;
  const waiting = uploads.filter((upload) => upload.phase === "waiting");
  for (const next of waiting.slice(0, Math.max(0, AT_ONCE - sending))) {
    change(next.key, { phase: "sending" });
    void deliver(next.key);
  }
}

async function deliver(key: number): Promise<void> {
  const file = files.get(key);
  if (!file) {
    // It came in a ZIP file, so that it cannot be sent again.
    forget(key);
    return;
  }
  const stop = new AbortController();
  stops.set(key, stop);
  try {
    const arrived = await sendFile(file, (sent) => change(key, { sent }), stop.signal);
    const head = await file.slice(0, PDF_MARK_BYTES).text();
    const isZip = arrived.length > 1 || arrived[0]?.fileName !== file.name;
    const hasPages = ({ fileName }: Sent) => (isZip ? PAGES.test(fileName) : isPages(head) || PAGES.test(fileName));
    const isAlone = !isZip && (uploads.find((one) => one.key === key)?.isAlone ?? false);
    let isKept = false;
    for (const sent of arrived) {
      isKept = (await settle(key, sent, hasPages(sent), isAlone)) || isKept;
    }
    if (!isKept) {
      forget(key);
    }
  } catch (error) {
    if (!stop.signal.aborted) {
      change(key, { phase: "refused", problem: describe(error) });
    }
  }
  startNext();
}

/** True if a file that begins with `head` is a PDF or a picture. */
function isPages(head: string): boolean {
  return head.includes("%PDF-") || head.includes("JFIF") || head.includes("Exif") || head.slice(1, 4) === "PNG";
}

/**
 * Requests reading of a file that arrived, or lists why it was rejected. Returns `true` if it
 * stays in the list under the key of its upload.
 */
async function settle(key: number, sent: Sent, hasPages: boolean, isAlone: boolean): Promise<boolean> {
  const { fileName, statementId, duplicate, error } = sent;
  if (statementId === null) {
    const problem: Problem = { kind: "server", status: 0, message: error ?? "" };
    const rejected = { key: nextKey++, name: fileName, size: 0, sent: 0, statementId, isAlone: false };
    publish([...uploads, { ...rejected, phase: "refused", problem }]);
    return false;
  }
  const isNew = hasPages ? await askToRead(statementId) : !duplicate;
  const isKept = duplicate && !isNew && (uploads.find((one) => one.key === key)?.name ?? "") === fileName;
  if (isKept) {
    change(key, { phase: "duplicate", statementId, sent: files.get(key)?.size ?? 0 });
  }
  for (const listener of arrivals) {
    listener({ statementId, wantsLook: isNew && isAlone && !hasPages });
  }
  return isKept;
}

/**
 * Requests reading. Returns `false` if the statement was read before. An unreadable file still counts as
 * uploaded; its statement has the reason.
 */
async function askToRead(statementId: string): Promise<boolean> {
  try {
    await processStatement(statementId);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) {
      throw error;
    }
    return error.status !== 409;
  }
  return true;
}

function describe(error: unknown): Problem {
  return error instanceof ApiError
    ? { kind: "server", status: error.status, message: error.message }
    : { kind: "offline" };
}

/** Asks before leaving the page while files are being uploaded; reading continues on the server. */
export function guardUploads(): void {
  window.addEventListener("beforeunload", (event) => {
    if (uploads.some((upload) => upload.phase === "sending" || upload.phase === "waiting")) {
      event.preventDefault();
    }
  });
}
