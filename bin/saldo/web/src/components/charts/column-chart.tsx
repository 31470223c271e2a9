/** A column chart: for each label, one column for each series. Each column links to its transactions. */
import { amountScale, bands } from "../../lib/chart-scale.ts";
import { type Decimal, formatMoney, isNegative } from "../../lib/money.ts";
import { Mark } from "./mark.tsx";
import { Plot } from "./plot.tsx";

/** Gap between the columns of two labels, as a share of their width. */
const GAP = 0.2;

/** Smallest width of a column in pixels, so that it can be tapped (WCAG 2.5.8). */
const COLUMN_PIXELS_MIN = 24;

/** Gap between the columns of a label in pixels; the styles have the same. */
const COLUMN_GAP_PIXELS = 2;

/** Returns the width that columns need. */
function widthOf(groups: number, columns: number): string {
  const group = columns * COLUMN_PIXELS_MIN + (columns - 1) * COLUMN_GAP_PIXELS;
  return `${Math.ceil(((groups + GAP) * group) / (1 - GAP))}px`;
}

export interface Column {
  /** The class that colors the column. */
  tone: "in" | "out";
  name: string;
  amount: Decimal;
  path: string | null;
}

interface Props {
  label: string;
  currency: string;
  groups: { key: string; shortLabel: string; columns: Column[] }[];
}

export function ColumnChart({ label, currency, groups }: Props) {
  const scale = amountScale(
    groups.flatMap(({ columns }) => columns.map(({ amount }) => amount)),
    currency,
  );
  const zero = scale.place("0");
  const places = bands(groups.length, GAP);
  const middle = (index: number) => (places[index]?.start ?? 0) + (places[index]?.width ?? 0) / 2;
  const labels = groups.map(({ shortLabel }, index) => ({ place: middle(index), label: shortLabel }));
  return (
    <Plot scale={scale} labels={labels} widthMin={widthOf(groups.length, groups[0]?.columns.length ?? 1)}>
      <ul className="columns" aria-label={label}>
        {groups.map(({ key, columns }, index) => (
          <li
            key={key}
            style={{ insetInlineStart: `${places[index]?.start}%`, inlineSize: `${places[index]?.width}%` }}
          >
            {columns.map(({ tone, name, amount, path }) => (
              <Mark key={name} href={path} name={name} figure={formatMoney(amount, currency)} place={middle(index)}>
                <span
                  className={`column ${tone}`}
                  style={{
                    insetBlockEnd: `${isNegative(amount) ? scale.place(amount) : zero}%`,
                    blockSize: `${Math.abs(scale.place(amount) - zero)}%`,
                  }}
                />
              </Mark>
            ))}
          </li>
        ))}
      </ul>
    </Plot>
  );
}
