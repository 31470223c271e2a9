/**
 * A line chart of months. Each point links to its transactions; a table below the chart has the same data.
 */
import { Link } from "wouter";
import { formatDay, formatShortMonth } from "../../lib/date.ts";
import { type Decimal, compare, formatMoney, negated, shareOf, sum } from "../../lib/money.ts";
import type { Point } from "../../lib/worth.ts";

interface Props {
  points: Point[];
  currency: string;
  pathOf: (point: Point) => string;
}

/** The chart. Its axis includes zero, because a cut-off axis exaggerates changes. */
export function LineChart({ points, currency, pathOf }: Props) {
  const amounts = points.map(({ amount }) => amount);
  const top = amounts.reduce((one, other) => (compare(one, other) < 0 ? other : one), "0");
  const bottom = amounts.reduce((one, other) => (compare(one, other) > 0 ? other : one), "0");
  const height = sum([top, negated(bottom)]);
  const place = (amount: Decimal) => 100 - 100 * shareOf(sum([amount, negated(bottom)]), height);
  const across = (index: number) => (points.length < 2 ? 50 : (100 * index) / (points.length - 1));
  const line = points.map(({ amount }, index) => `${across(index)},${place(amount)}`).join(" ");
  const zero = place("0");
  return (
    <div className="line-chart">
      <div className="plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <line className="zero" x1="0" x2="100" y1={zero} y2={zero} />
          {points.length > 1 && <polygon className="area" points={`0,${zero} ${line} 100,${zero}`} />}
          <polyline className="line" points={line} />
        </svg>
        <ul>
          {points.map((point, index) => (
            <li key={point.month} style={{ left: `${across(index)}%`, top: `${place(point.amount)}%` }}>
              <Link
                href={pathOf(point)}
                aria-label={`${formatDay(point.date)}: ${formatMoney(point.amount, currency)}`}
                title={`${formatDay(point.date)}: ${formatMoney(point.amount, currency)}`}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className="axis" aria-hidden>
        {points.map(({ month }, index) => (
          <span key={month} style={{ left: `${across(index)}%` }}>
            {formatShortMonth(month)}
          </span>
        ))}
      </div>
    </div>
  );
}
