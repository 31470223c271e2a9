/** The data of a chart, for its picture and its files. */
import type { Flow } from "./flow.ts";
import type { Decimal } from "./money.ts";
import type { Tile } from "./treemap.ts";

/** A named row of amounts, one for each label of the chart. */
export interface Series {
  name: string;
  amounts: Decimal[];
}

export interface ChartData {
  title: string;
  kind: "line" | "columns" | "bars" | "tiles" | "flow";
  currency: string;
  /** The name of what the labels are, such as "Month". */
  heading: string;
  labels: string[];
  /** The labels in their short form for an axis. */
  shortLabels: string[];
  /** The amounts as they are shown, for bars. */
  figures?: string[];
  /** The places of the points of a line, in percent. */
  places?: number[];
  /** The areas of a treemap. */
  tiles?: Tile[];
  flow?: Flow;
  series: Series[];
  /** Further amounts that only the files have. */
  further?: Series[];
}

/** Returns a chart's data as CSV (RFC 4180): one line for each label. */
export function csvOf({ heading, labels, series, further = [], currency }: ChartData): string {
  const columns = [...series, ...further];
  const lines = [
    [heading, ...columns.map(({ name }) => `${name} (${currency})`)],
    ...labels.map((label, index) => [label, ...columns.map(({ amounts }) => amounts[index] ?? "")]),
  ];
  return lines.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

/** Returns a cell of CSV. A leading apostrophe keeps spreadsheets from running a text as a formula. */
function cell(text: string): string {
  const isFormula = /^[=+@\t\r]|^-(?![\d.]+$)/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the name of a chart's file, such as `net-worth.csv`. */
export function fileNameOf({ title }: ChartData, ending: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return `${name || "saldo"}.${ending}`;
}
