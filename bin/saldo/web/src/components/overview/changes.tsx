/** Differences from the previous month: totals, the categories that changed most, and price changes. */
import { Link } from "wouter";
import type { Period, Recurring } from "../../api-reports.ts";
import { formatDay, formatMonth } from "../../lib/date.ts";
import { transactionsPath } from "../../lib/transaction-filter.ts";
import { type Decimal, absolute, formatMoney, negated, sum } from "../../lib/money.ts";
import { seriesPath } from "../../lib/recurring.ts";
import type { Change, FlowPoint, View } from "../../lib/worth.ts";
import { strings } from "../../strings/index.ts";
import { costPath, nameOf } from "./spending.tsx";
import { only } from "./worth.tsx";

/** Maximum number of changes; more would hide the important ones. */
const CHANGES_MAX = 5;

interface Props {
  now: FlowPoint;
  before: FlowPoint | null;
  /** True if the month has not ended, so that only its first days are compared. */
  isCut: boolean;
  /** The changes in each currency. Spending by category is never converted. */
  changes: { currency: string; changes: Change[] }[];
  recurring: Recurring[];
  view: View;
}

export function Changes({ now, before, isCut, changes, recurring, view }: Props) {
  const words = strings.overview;
  const period: Period = { from: now.from, to: now.to };
  const net = ({ income, spending }: FlowPoint) => sum([income, negated(spending)]);
  const sums: { label: string; of: (point: FlowPoint) => Decimal; direction?: "in" | "out" }[] = [
    { label: strings.transactions.in, of: ({ income }) => income, direction: "in" },
    { label: strings.transactions.out, of: ({ spending }) => spending, direction: "out" },
    { label: words.net, of: net },
  ];
  const prices = recurring.flatMap((series) =>
    series.priceChanges
      .filter(({ date }) => date >= now.from && date <= now.to)
      .map((change) => ({ ...change, description: series.description, currency: series.currency, series })),
  );
  const shown = Math.ceil(CHANGES_MAX / Math.max(1, changes.length));
  const lines = changes.flatMap(({ currency, changes: all }) =>
    all.slice(0, shown).map((change) => ({ ...change, currency })),
  );
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">{words.changes}</h2>
      <ul className="sums-row">
        {sums.map(({ label, of, direction }) => {
          const path = ({ from, to }: FlowPoint) =>
            transactionsPath({ from, to, direction, kind: "entry", ...only(view) });
          const difference = before && sum([of(now), negated(of(before))]);
          return (
            <li key={label}>
              <span className="hint">{label}</span>
              <Link href={path(now)} className="amount money">
                {formatMoney(of(now), view.currency)}
              </Link>
              {before && difference !== null && (
                <Link href={path(before)} className="hint money">
                  {words.against(
                    formatMoney(difference, view.currency, "always"),
                    isCut ? words.sameDays(formatDay(before.to)) : formatMonth(before.from),
                  )}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {(lines.length > 0 || prices.length > 0) && (
        <ul className="lines">
          {lines.map(({ currency, ...change }) => (
            <li key={`${change.id} ${currency}`}>
              <Link href={costPath(change.id, currency, period)}>
                <span className="grow">{nameOf(change)}</span>
                <span className="soft money">
                  {change.difference.startsWith("-")
                    ? words.less(formatMoney(absolute(change.difference), currency))
                    : words.more(formatMoney(change.difference, currency))}
                </span>
                <span className="figure">{formatMoney(change.now, currency)}</span>
              </Link>
            </li>
          ))}
          {prices.map((price) => (
            <li key={`${price.description} ${price.date}`}>
              <Link href={seriesPath(price.series)}>
                <span className="grow">{price.description}</span>
                <span className="soft money">{words.price(formatMoney(absolute(price.before), price.currency))}</span>
                <span className="figure">{formatMoney(absolute(price.after), price.currency)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
