/** Upload of a file with its progress, which `fetch` cannot report. */
import type { UploadBody } from "../api-types.ts";
import { ApiError } from "../api.ts";
import { booksHeaders } from "./books.ts";

/** The server's response about one file: the file that was sent, or one of those in a ZIP file. */
export interface Sent {
  fileName: string;
  /** `null` if the file was rejected. */
  statementId: string | null;
  duplicate: boolean;
  /** The reason for a rejection. */
  error: string | null;
}

/** `POST /api/upload` with one file. `onProgress` gets the number of bytes sent. */
export function sendFile(file: File, onProgress: (sent: number) => void, signal: AbortSignal): Promise<Sent[]> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/upload");
    for (const [name, value] of Object.entries({ accept: "application/json", ...booksHeaders() })) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", (event) => onProgress(Math.min(event.loaded, file.size)));
    request.addEventListener("load", () => {
      try {
        resolve(readAnswer(request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener("error", () => reject(new TypeError("connection lost")));
    request.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.append("file", file, file.name);
    request.send(form);
  });
}

/**
 * Parses the response to an upload. A rejected file can come as an error response, or as
 * an error in a successful one. Throws if no file was accepted.
 */
export function readAnswer(status: number, text: string): Sent[] {
  const body = parseBody(text);
  if (status < 200 || status > 299) {
    throw new ApiError(status, body);
  }
  const { files } = body as unknown as UploadBody;
  if (!files.some(({ statementId }) => statementId !== null)) {
    throw new ApiError(status, { error: files[0]?.error ?? "no file arrived" });
  }
  return files.map(({ fileName, statementId, duplicateOf, error }) => ({
    fileName,
    statementId,
    duplicate: duplicateOf !== null,
    error,
  }));
}

/** Parses a JSON object. Returns an empty one for anything else, such as a proxy's error page. */
function parseBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}
