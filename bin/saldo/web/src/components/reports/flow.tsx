/** A report of money in and money out by category, as a flow and a table. */
import { Link } from "wouter";
import type { ChartData } from "../../lib/chart-data.ts";
import { type FlowPart, flowOf } from "../../lib/flow.ts";
import { type Decimal, formatMoney, isZero, negated, sum } from "../../lib/money.ts";
import { type Days, type FlowRow, type Report, onlyGroup, pathOfGroup } from "../../lib/report.ts";
import { useNarrow } from "../../lib/use-narrow.ts";
import { strings } from "../../strings/index.ts";
import { ChartFiles } from "../charts/chart-files.tsx";
import { FlowChart } from "../charts/flow-chart.tsx";
import { GroupName, Head, ROWS_MAX } from "./rows.tsx";

interface Props {
  report: Report;
  days: Days | null;
  rows: FlowRow[];
  currency: string;
  title: string;
  nameOf: (row: Pick<FlowRow, "group">) => string;
  onChange: (values: Record<string, string>) => void;
}

const SIDES = ["received", "spent"] as const;

export function FlowReport({ report, days, rows, currency, title, nameOf, onChange }: Props) {
  const words = strings.reports;
  const isNarrow = useNarrow();
  const pathOf = (show: Report["show"], group?: string | null) =>
    pathOfGroup({ ...report, show }, days, currency, group);
  const parts = (side: (typeof SIDES)[number]): FlowPart[] =>
    rows
      .filter((row) => !isZero(row[side]))
      .map((row) => {
        const full = nameOf(row);
        return {
          ...{ key: row.group ?? "", name: full.split(" › ").at(-1) ?? full, title: full },
          ...{ amount: row[side], path: pathOf(side, row.group) },
        };
      });
  const isPart = report.category !== "" || report.merchant !== "" || report.tag !== "";
  const flow = flowOf(parts("received"), parts("spent"), pathOf("net"), {
    smaller: words.smaller,
    // The rest of a part of all transactions is neither saved nor taken from savings.
    left: isPart ? words.shows.net : words.left,
    missing: isPart ? words.shows.net : words.missing,
  });
  const chart: ChartData = {
    ...{ title: `${title}, ${currency}`, kind: "flow", currency, flow },
    ...{ heading: words.groupings.category, labels: rows.map(nameOf), shortLabels: [] },
    series: SIDES.map((side) => ({ name: words.shows[side], amounts: rows.map((row) => row[side]) })),
  };
  const figure = (amount: Decimal, path: string) =>
    isZero(amount) ? "–" : <Link href={path}>{formatMoney(amount, currency)}</Link>;
  const net = ({ group, received, spent }: FlowRow) => (
    <Link href={pathOf("net", group)}>{formatMoney(sum([received, negated(spent)]), currency)}</Link>
  );
  return (
    <>
      <FlowChart label={title} currency={currency} flow={flow} />
      <div className="table" tabIndex={0} role="group" aria-label={words.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.groupings.category}</th>
              {SIDES.map((show) => (
                <Head key={show} name={words.shows[show]} />
              ))}
              {!isNarrow && <Head name={words.shows.net} />}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, ROWS_MAX).map((row) => (
              <tr key={row.group ?? ""}>
                <th scope="row">
                  <GroupName name={nameOf(row)} only={onlyGroup(report, row.group)} onChange={onChange} />
                  {isNarrow && !isZero(row.received) && !isZero(row.spent) && (
                    <span className="hint money">
                      {words.shows.net}: {net(row)}
                    </span>
                  )}
                </th>
                <td className="figure">{figure(row.received, pathOf("received", row.group))}</td>
                <td className="figure">{figure(row.spent, pathOf("spent", row.group))}</td>
                {!isNarrow && <td className="figure">{net(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > ROWS_MAX && <p className="hint">{words.shown(ROWS_MAX, rows.length)}</p>}
      <ChartFiles chart={chart} />
    </>
  );
}
