/** A chart's data as a table, for reading and for screen readers. */
import type { ReactNode } from "react";
import { strings } from "../../strings/index.ts";

interface Props {
  caption: string;
  columns: string[];
  rows: { key: string; cells: ReactNode[] }[];
}

export function AsTable({ caption, columns, rows }: Props) {
  return (
    <details className="as-table">
      <summary>{strings.overview.asTable}</summary>
      <table>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={index > 0 ? "figure" : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={columns[index]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={columns[index]} className="figure">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
