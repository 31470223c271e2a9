/** The first rows of a table as written in the file, to show the contents of each column. */
import { statementFile } from "../api.ts";

const BYTES_READ = 16 * 1024;

const SEPARATORS = [";", "\t", "|", ","];

/** Returns the beginning of an uploaded file as text; empty if it cannot be read. */
export async function firstText(statementId: string): Promise<string> {
  const response = await fetch(statementFile(statementId));
  const reader = response.ok ? response.body?.getReader() : undefined;
  if (!reader) {
    return "";
  }
  const parts: Uint8Array[] = [];
  for (let bytes = 0; bytes < BYTES_READ;) {
    const { value, done } = await reader.read();
    if (done) {
      break;
    }
    parts.push(value);
    bytes += value.length;
  }
  await reader.cancel();
  return decode(new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()).slice(0, BYTES_READ));
}

/** Decodes text as the server does: by its byte order mark, else as UTF-8, else as Windows-1252. */
function decode(bytes: Uint8Array): string {
  const [one, two] = bytes;
  const wide = one === 0xff && two === 0xfe ? "utf-16le" : one === 0xfe && two === 0xff ? "utf-16be" : null;
  if (wide) {
    return new TextDecoder(wide).decode(bytes, { stream: true });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Returns the nonempty rows as cells. If the text is truncated, the last row is left
 * out unless it is the only one.
 */
export function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.length > 1 || cell.trim() !== "") {
      rows.push(row);
    }
    row = [];
    cell = "";
  };
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (quoted) {
      const doubled = letter === '"' && text[index + 1] === '"';
      if (letter === '"' && !doubled) {
        quoted = false;
      } else {
        cell += letter;
        index += doubled ? 1 : 0;
      }
    } else if (letter === '"' && cell === "") {
      quoted = true;
    } else if (letter === separator) {
      row.push(cell);
      cell = "";
    } else if (letter === "\n") {
      endRow();
    } else if (letter !== "\r" && letter !== "\uFEFF") {
      cell += letter;
    }
  }
  if (rows.length === 0 || text.length < BYTES_READ) {
    endRow();
  }
  return rows;
}

/** Returns the separator found in most rows, for a table that the server could not parse. */
export function likelySeparator(text: string): string {
  const score = (separator: string) => rowsOf(text, separator).filter((row) => row.length > 2).length;
  return SEPARATORS.reduce((best, next) => (score(next) > score(best) ? next : best));
}
