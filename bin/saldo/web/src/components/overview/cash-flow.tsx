/** Cash flow by month. */
import { Link } from "wouter";
import { formatMonth, formatShortMonth } from "../../lib/date.ts";
import { transactionsPath } from "../../lib/transaction-filter.ts";
import { compare, formatMoney, negated, shareOf, sum } from "../../lib/money.ts";
import { type FlowPoint, type View } from "../../lib/worth.ts";
import { strings } from "../../strings/index.ts";
import { AsTable } from "./as-table.tsx";
import { only } from "./worth.tsx";

const DIRECTIONS = ["in", "out"] as const;

type Direction = (typeof DIRECTIONS)[number];

export function CashFlow({ points, view }: { points: FlowPoint[]; view: View }) {
  const words = strings.overview;
  const amountOf = (point: FlowPoint, direction: Direction) => (direction === "in" ? point.income : point.spending);
  const longest = points
    .flatMap(({ income, spending }) => [income, spending])
    .reduce((one, other) => (compare(one, other) < 0 ? other : one), "0");
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
      <ul className="columns" aria-label={words.cashFlow}>
        {points.map((point) => (
          <li key={point.month}>
            <div className="pillars">
              {DIRECTIONS.map((direction) => {
                const label = `${formatMonth(point.from)}, ${strings.transactions[direction]}: ${figure(point, direction)}`;
                return (
                  <Link key={direction} href={path(point, direction)} aria-label={label} title={label}>
                    <span
                      className={`pillar ${direction}`}
                      style={{ height: `${100 * shareOf(amountOf(point, direction), longest)}%` }}
                    />
                  </Link>
                );
              })}
            </div>
            <span className="hint" aria-hidden>
              {formatShortMonth(point.month)}
            </span>
          </li>
        ))}
      </ul>
      <AsTable
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
              {formatMoney(sum([point.income, negated(point.spending)]), view.currency, "always")}
            </Link>,
          ],
        }))}
      />
    </section>
  );
}
