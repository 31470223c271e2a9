/** A chart's data as a table, for reading and for screen readers, with the buttons that save it. */
import type { ReactNode } from "react";
import type { ChartData } from "../../lib/chart-data.ts";
import { strings } from "../../strings/index.ts";
import { ChartFiles } from "./chart-files.tsx";

interface Props {
  /** The chart, for its files. */
  chart: ChartData;
  caption: string;
  columns: string[];
  rows: { key: string; cells: ReactNode[] }[];
  /** True to show the table at first. */
  isOpen?: boolean;
}

export function AsTable({ chart, caption, columns, rows, isOpen = false }: Props) {
  return (
    <div className="chart-foot">
      <details className="as-table" open={isOpen}>
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
      <ChartFiles chart={chart} />
    </div>
  );
}
