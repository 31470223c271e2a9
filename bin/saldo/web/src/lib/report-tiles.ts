/** The areas of a report. */
import type { Category } from "../api.ts";
import { strings } from "../strings/index.ts";
import { isNegative, sum } from "./money.ts";
import { type Days, type Report, type ReportRow, pathOfGroup } from "./report.ts";
import { type Tile, tilesOf } from "./treemap.ts";

/** Returns the areas of a report: categories within their parents, all else side by side. A net has none. */
export function tilesOfRows(
  report: Report,
  days: Days | null,
  rows: readonly ReportRow[],
  currency: string,
  nameOf: (row: ReportRow) => string,
  categories: Category[],
): Tile[] {
  if (report.show === "net") {
    return [];
  }
  const part = (row: ReportRow) => {
    const full = nameOf(row);
    const name = full.split(" › ").at(-1) ?? full;
    const path = pathOfGroup(report, days, currency, row.group);
    return { key: row.group ?? "", name, amount: row.amount, path, parts: [] };
  };
  const shown = rows.filter(({ amount }) => !isNegative(amount));
  const words = { smaller: strings.reports.smaller, within: (whole: string, one: string) => `${whole} › ${one}` };
  if (report.by !== "category") {
    return tilesOf(shown.map(part), words);
  }
  const parentOf = (id: string | null) => categories.find((category) => category.id === id)?.parentId ?? id;
  const parents = new Map<string | null, ReportRow[]>();
  for (const row of shown) {
    const id = parentOf(row.group);
    parents.set(id, [...(parents.get(id) ?? []), row]);
  }
  const parts = [...parents].map(([id, below]) => {
    const [only] = below;
    if (only && below.length === 1) {
      return { ...part(only), name: nameOf(only) };
    }
    const search: TransactionsOf = { report, days, currency };
    return {
      key: `group ${id}`,
      name: categories.find((category) => category.id === id)?.name ?? "",
      amount: sum(below.map(({ amount }) => amount)),
      path: pathOfParent(search, id),
      parts: below.map((row) =>
        row.group === id ? { ...part(row), name: strings.overview.withoutSubcategory } : part(row),
      ),
    };
  });
  return tilesOf(parts, words);
}

interface TransactionsOf {
  report: Report;
  days: Days | null;
  currency: string;
}

/** Returns the path of the transactions of a category and its subcategories. */
function pathOfParent({ report, days, currency }: TransactionsOf, id: string | null): string {
  return pathOfGroup(report, days, currency, id).replace("&subcategories=false", "");
}
