/** A line chart of months. Each point links to its transactions. The line ends on the last known day. */
import { area, line } from "d3-shape";
import { amountScale, dayPlaces } from "../../lib/chart-scale.ts";
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

/** Returns the day of a point: the end of its month, or the last known day. */
export function dayOf({ date, knownUntil }: Point): string {
  return knownUntil ?? date;
}

/** Returns the places of the points. The axis ends with the last point's month. */
export function placesOf(points: readonly Point[]): number[] {
  return dayPlaces(points.map(dayOf), points.at(-1)?.date ?? "");
}

export function LineChart({ points, currency, pathOf }: Props) {
  const scale = amountScale(
    points.map(({ amount }) => amount),
    currency,
  );
  const places = placesOf(points);
  const ends = dayPlaces(
    points.map(({ date }) => date),
    points.at(-1)?.date ?? "",
  );
  const across = (_: Point, index: number) => places[index] ?? 0;
  const down = ({ amount }: Point) => 100 - scale.place(amount);
  const drawLine = line<Point>(across, down);
  const drawArea = area<Point>(across, 100 - scale.place("0"), down);
  const labels = points.map(({ month }, index) => ({ place: ends[index] ?? 0, label: formatShortMonth(month) }));
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
              name={formatDay(dayOf(point))}
              figure={formatMoney(point.amount, currency)}
              place={places[index] ?? 0}
            />
          </li>
        ))}
      </ul>
    </Plot>
  );
}
