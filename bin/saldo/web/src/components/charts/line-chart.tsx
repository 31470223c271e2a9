/** A line chart of months. Each point links to its transactions. The line ends on the last known day. */
import { area, line } from "d3-shape";
import { amountScale, dayPlaces } from "../../lib/chart-scale.ts";
import { formatDay, formatMonthOf, formatShortMonth } from "../../lib/date.ts";
import { formatMoney } from "../../lib/money.ts";
import type { Point } from "../../lib/worth.ts";
import { Mark } from "./mark.tsx";
import { Plot } from "./plot.tsx";

/** Number of months with a mark of their own. */
const MARKS_MAX = 12;

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
  // A year has room for a mark of each month. Of a longer time, the line has all months and the table too.
  const every = Math.ceil(points.length / MARKS_MAX);
  const isMarked = (_: unknown, index: number) => (points.length - 1 - index) % every === 0;
  const labels = points
    .map(({ month }, index) => ({
      place: ends[index] ?? 0,
      label: every > 1 ? formatMonthOf(month) : formatShortMonth(month),
    }))
    .filter(isMarked);
  return (
    <Plot scale={scale} labels={labels}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <path className="area" d={drawArea(points) ?? ""} />
        <path className="line" d={drawLine(points) ?? ""} />
      </svg>
      <ul>
        {points
          .map((point, index) => ({ point, place: places[index] ?? 0 }))
          .filter(isMarked)
          .map(({ point, place }) => (
            <li
              key={point.month}
              className="point"
              style={{ insetInlineStart: `${place}%`, insetBlockEnd: `${scale.place(point.amount)}%` }}
            >
              <Mark
                href={pathOf(point)}
                name={formatDay(dayOf(point))}
                figure={formatMoney(point.amount, currency)}
                place={place}
              />
            </li>
          ))}
      </ul>
    </Plot>
  );
}
