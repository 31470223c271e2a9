/** A line chart of months. Each point links to its transactions. */
import { area, line } from "d3-shape";
import { amountScale, pointPlaces } from "../../lib/chart-scale.ts";
import { formatDay, formatShortMonth } from "../../lib/date.ts";
import { formatMoney } from "../../lib/money.ts";
import type { Point } from "../../lib/worth.ts";
import { Mark } from "./mark.tsx";
import { Plot } from "./plot.tsx";

interface Props {
  points: Point[];
  currency: string;
  pathOf: (point: Point) => string;
}

export function LineChart({ points, currency, pathOf }: Props) {
  const scale = amountScale(
    points.map(({ amount }) => amount),
    currency,
  );
  const places = pointPlaces(points.length);
  const across = (_: Point, index: number) => places[index] ?? 0;
  const down = ({ amount }: Point) => 100 - scale.place(amount);
  const drawLine = line<Point>(across, down);
  const drawArea = area<Point>(across, 100 - scale.place("0"), down);
  const labels = points.map(({ month }, index) => ({ place: places[index] ?? 0, label: formatShortMonth(month) }));
  return (
    <Plot scale={scale} labels={labels}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <path className="area" d={drawArea(points) ?? ""} />
        <path className="line" d={drawLine(points) ?? ""} />
      </svg>
      <ul>
        {points.map((point, index) => (
          <li
            key={point.month}
            className="point"
            style={{ insetInlineStart: `${places[index]}%`, insetBlockEnd: `${scale.place(point.amount)}%` }}
          >
            <Mark
              href={pathOf(point)}
              name={formatDay(point.date)}
              figure={formatMoney(point.amount, currency)}
              place={places[index] ?? 0}
            />
          </li>
        ))}
      </ul>
    </Plot>
  );
}
