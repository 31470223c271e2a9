/** A treemap: each amount is an area that links to its transactions. */
import { formatMoney, shareOf, sum } from "../../lib/money.ts";
import type { Tile } from "../../lib/treemap.ts";
import { locale } from "../../strings/index.ts";
import { Mark } from "./mark.tsx";
import "./charts.css";

interface Props {
  label: string;
  currency: string;
  tiles: Tile[];
}

export function Treemap({ label, currency, tiles }: Props) {
  const whole = sum(tiles.map(({ amount }) => amount));
  const share = new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 });
  return (
    <ul className="chart-tiles" aria-label={label}>
      {tiles.map(({ key, name, title, amount, path, tone, left, top, width, height }) => {
        const figure = formatMoney(amount, currency);
        return (
          <li
            key={key}
            style={{
              insetInlineStart: `${left}%`,
              insetBlockStart: `${top}%`,
              inlineSize: `${width}%`,
              blockSize: `${height}%`,
            }}
          >
            <Mark
              href={path}
              name={title}
              figure={`${figure} · ${share.format(shareOf(amount, whole))}`}
              place={left + width / 2}
              style={{ "--tone": `${tone}%` }}
            >
              <span className="words" aria-hidden>
                <span className="name">{name}</span>
                <span className="sum money">{figure}</span>
              </span>
            </Mark>
          </li>
        );
      })}
    </ul>
  );
}
