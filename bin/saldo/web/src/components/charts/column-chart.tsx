/** A column chart: for each label, one column for each series. Each column links to its transactions. */
import { amountScale, bands } from "../../lib/chart-scale.ts";
import { type Decimal, formatMoney, isNegative } from "../../lib/money.ts";
import { Mark } from "./mark.tsx";
import { Plot } from "./plot.tsx";

/** Gap between the columns of two labels, as a share of their width. */
const GAP = 0.2;

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
    <Plot scale={scale} labels={labels}>
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
