/** The chart of an answer: columns for months, else bars. A table and files have the same figures. */
import { Link } from "wouter";
import type { Bar, AnswerChart as Chart } from "../../lib/answer-chart.ts";
import type { ChartData } from "../../lib/chart-data.ts";
import { formatShortMonth } from "../../lib/date.ts";
import { isNegative } from "../../lib/money.ts";
import { strings } from "../../strings/index.ts";
import { Bars } from "../bars.tsx";
import { AsTable } from "../charts/as-table.tsx";
import { ColumnChart } from "../charts/column-chart.tsx";

interface Props {
  chart: Chart;
  /** True if it stands where the text has a list of its figures. */
  isForList?: boolean;
}

export function AnswerChart({ chart, isForList = false }: Props) {
  const { bars, amounts, before, currency, months } = chart;
  const name = strings.statement.amount;
  const earlier = strings.reports.before;
  const heading = months ? strings.overview.month : strings.chart.group;
  const data: ChartData = {
    title: `${strings.advisor.title}, ${currency}`,
    kind: months ? "columns" : "bars",
    currency,
    heading,
    labels: bars.map(({ label }) => label),
    shortLabels: months?.map(formatShortMonth) ?? [],
    figures: bars.map(({ figure }) => figure),
    series: [{ name, amounts }],
    ...(before && { further: [{ name: earlier, amounts: before.map((amount) => amount ?? "") }] }),
  };
  return (
    <div className="answer-chart">
      {months ? (
        <ColumnChart
          label={name}
          currency={currency}
          groups={months.map((month, index) => {
            const amount = amounts[index] ?? "0";
            const label = bars[index]?.label ?? month;
            const tone = isNegative(amount) ? "out" : "in";
            return {
              key: month,
              shortLabel: formatShortMonth(month),
              columns: [{ tone, name: label, amount, path: bars[index]?.path ?? null }],
            };
          })}
        />
      ) : (
        <Bars bars={bars} />
      )}
      <AsTable
        chart={data}
        caption={data.title}
        // Columns show no figures, so that the table has those of the list.
        isOpen={isForList && months !== null}
        columns={before ? [heading, name, earlier] : [heading, name]}
        rows={bars.map((bar, index) => ({
          key: `${index} ${bar.label}`,
          cells: [bar.label, cellOf(bar), ...(before ? [bar.before && cellOf(bar.before)] : [])],
        }))}
      />
    </div>
  );
}

function cellOf({ figure, path }: Pick<Bar, "figure" | "path">) {
  return path ? <Link href={path}>{figure}</Link> : figure;
}
