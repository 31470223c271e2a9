/** Cash flow by month. */
import { Link } from "wouter";
import { formatMonth, formatShortMonth } from "../../lib/date.ts";
import { transactionsPath } from "../../lib/transaction-filter.ts";
import { formatMoney, negated, sum } from "../../lib/money.ts";
import { type FlowPoint, type View } from "../../lib/worth.ts";
import { strings } from "../../strings/index.ts";
import { ColumnChart } from "../charts/column-chart.tsx";
import { AsTable } from "../charts/as-table.tsx";
import { only } from "./worth.tsx";

const DIRECTIONS = ["in", "out"] as const;

type Direction = (typeof DIRECTIONS)[number];

const netOf = ({ income, spending }: FlowPoint) => sum([income, negated(spending)]);

export function CashFlow({ points, view }: { points: FlowPoint[]; view: View }) {
  const words = strings.overview;
  const amountOf = (point: FlowPoint, direction: Direction) => (direction === "in" ? point.income : point.spending);
  const path = ({ from, to }: FlowPoint, direction?: Direction) =>
    transactionsPath({ from, to, direction, kind: "entry", ...only(view) });
  const figure = (point: FlowPoint, direction: Direction) => formatMoney(amountOf(point, direction), view.currency);
  return (
    <section aria-labelledby="cash-flow">
      <div className="with-key">
        <h2 id="cash-flow">{words.cashFlow}</h2>
        <p className="key" aria-hidden>
          {DIRECTIONS.map((direction) => (
            <span key={direction} className={direction}>
              {strings.transactions[direction]}
            </span>
          ))}
        </p>
      </div>
      <ColumnChart
        label={words.cashFlow}
        currency={view.currency}
        groups={points.map((point) => ({
          key: point.month,
          shortLabel: formatShortMonth(point.month),
          columns: DIRECTIONS.map((direction) => ({
            tone: direction,
            name: `${formatMonth(point.from)}, ${strings.transactions[direction]}`,
            amount: amountOf(point, direction),
            path: path(point, direction),
          })),
        }))}
      />
      <AsTable
        chart={{
          title: words.cashFlow,
          kind: "columns",
          currency: view.currency,
          heading: words.month,
          labels: points.map(({ from }) => formatMonth(from)),
          shortLabels: points.map(({ month }) => formatShortMonth(month)),
          series: DIRECTIONS.map((direction) => ({
            name: strings.transactions[direction],
            amounts: points.map((point) => amountOf(point, direction)),
          })),
          further: [{ name: words.net, amounts: points.map(netOf) }],
        }}
        caption={words.cashFlow}
        columns={[words.month, strings.transactions.in, strings.transactions.out, words.net]}
        rows={points.map((point) => ({
          key: point.month,
          cells: [
            formatMonth(point.from),
            <Link key="in" href={path(point, "in")}>
              {figure(point, "in")}
            </Link>,
            <Link key="out" href={path(point, "out")}>
              {figure(point, "out")}
            </Link>,
            <Link key="net" href={path(point)}>
              {formatMoney(netOf(point), view.currency, "always")}
            </Link>,
          ],
        }))}
      />
    </section>
  );
}
