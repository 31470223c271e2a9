/** Spending by category: a treemap, and a list with expandable subcategories. */
import { ChevronDown } from "lucide-react";
import { Fragment, useId, useState } from "react";
import { Link } from "wouter";
import type { TransactionFilter } from "../../api.ts";
import type { Period } from "../../api-reports.ts";
import { type AmountScale, amountScale } from "../../lib/chart-scale.ts";
import { transactionsPath } from "../../lib/transaction-filter.ts";
import { formatMoney, isNegative, isZero, negated, shareOf, sum } from "../../lib/money.ts";
import { type Part, tilesOf } from "../../lib/treemap.ts";
import type { Cost, CurrencyCosts } from "../../lib/worth.ts";
import { locale, strings } from "../../strings/index.ts";
import { AsTable } from "../charts/as-table.tsx";
import { Treemap } from "../charts/treemap.tsx";

interface Props {
  spent: CurrencyCosts[];
  /** True if the other totals are converted and this one is not. */
  isApart: boolean;
  period: Period;
}

export function Spending({ spent, isApart, period }: Props) {
  const words = strings.overview;
  return (
    <section aria-labelledby="spending">
      <h2 id="spending">{words.spending}</h2>
      {spent.every(({ costs }) => costs.length === 0) && <p className="soft">{words.nothingSpent}</p>}
      {isApart && spent.length > 0 && <p className="hint">{words.spendingApart}</p>}
      {spent.map(({ currency, costs }) => (
        <Fragment key={currency}>
          {isApart && <h3>{currency}</h3>}
          {costs.length > 0 && <CurrencySpending costs={costs} currency={currency} period={period} isApart={isApart} />}
        </Fragment>
      ))}
    </section>
  );
}

interface CurrencyProps {
  costs: Cost[];
  currency: string;
  period: Period;
  isApart: boolean;
}

function CurrencySpending({ costs, currency, period, isApart }: CurrencyProps) {
  const words = strings.overview;
  const caption = `${words.spending}, ${currency}`;
  const scale = amountScale(
    costs.map(({ amount }) => amount),
    currency,
  );
  const parts = costs.filter(isDrawn).map((cost) => partOf(cost, currency, period));
  const tiles = tilesOf(parts, { smaller: words.smaller, within });
  // Of a category that is divided, the file has its parts only, so that its lines add up to the whole.
  const leaves = costs.flatMap((cost) => {
    const { parts: below } = partOf(cost, currency, period);
    return below.length > 0
      ? below.map(({ name, amount }) => ({ name: within(nameOf(cost), name), amount }))
      : [{ name: nameOf(cost), amount: cost.amount }];
  });
  return (
    <>
      <div className="spending-charts">
        {tiles.length > 1 && (
          <div className="stacked">
            <Treemap label={`${caption}: ${words.areas}`} currency={currency} tiles={tiles} />
            {parts.length < costs.length && <p className="hint">{words.refundsApart}</p>}
          </div>
        )}
        <div className="costs-plot">
          <Axis scale={scale} />
          <ul className="costs" {...(isApart && { "aria-label": caption })}>
            {costs.map((cost) => (
              <CostRow key={cost.id} cost={cost} scale={scale} currency={currency} period={period} />
            ))}
          </ul>
        </div>
      </div>
      <SpendingTable
        costs={costs}
        currency={currency}
        period={period}
        chart={{
          title: caption,
          kind: "tiles",
          currency,
          heading: strings.transactions.category,
          labels: leaves.map(({ name }) => name),
          shortLabels: [],
          tiles,
          series: [{ name: words.spending, amounts: leaves.map(({ amount }) => amount) }],
        }}
      />
    </>
  );
}

/** True for a category that has an area: refunds may exceed its spending. */
function isDrawn({ amount }: Cost): boolean {
  return !isNegative(amount) && !isZero(amount);
}

function within(whole: string, part: string): string {
  return `${whole} › ${part}`;
}

/**
 * Returns a category with its subcategories and the rest that is in none of them. It is not divided if an
 * amount is negative, because its areas would exceed the whole.
 */
function partOf(cost: Cost, currency: string, period: Period): Part {
  const below = cost.below.map((child) => partOf(child, currency, period));
  const rest = sum([cost.amount, negated(sum(below.map(({ amount }) => amount)))]);
  if (below.length > 0 && !isZero(rest)) {
    below.push({
      key: `${cost.id} itself`,
      name: strings.overview.withoutSubcategory,
      amount: rest,
      path: costPath(cost.id, currency, period, { subcategories: "false" }),
      parts: [],
    });
  }
  const isDivided = below.length > 1 && below.every(({ amount }) => !isNegative(amount));
  return {
    key: cost.id ?? "",
    name: nameOf(cost),
    amount: cost.amount,
    path: costPath(cost.id, currency, period),
    parts: isDivided ? below : [],
  };
}

/** The amounts above the bars, with their gridlines. */
function Axis({ scale }: { scale: AmountScale }) {
  const zero = scale.place("0");
  return (
    <div className="axis" aria-hidden>
      {scale.ticks.map(({ place, label }) => (
        <span key={place} className={place === zero ? "tick zero" : "tick"} style={{ insetInlineStart: `${place}%` }}>
          <span className={place === 0 ? "money first" : place === 100 ? "money last" : "money"}>{label}</span>
        </span>
      ))}
    </div>
  );
}

interface TableProps {
  costs: Cost[];
  currency: string;
  period: Period;
  chart: Parameters<typeof AsTable>[0]["chart"];
}

/** The spending as a table, with the share of each category. */
function SpendingTable({ costs, currency, period, chart }: TableProps) {
  const words = strings.overview;
  const whole = sum(costs.map(({ amount }) => amount));
  const share = new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 });
  const rows = costs.flatMap((cost) => [
    { cost, name: nameOf(cost) },
    ...cost.below.map((child) => ({ cost: child, name: within(nameOf(cost), nameOf(child)) })),
  ]);
  return (
    <AsTable
      chart={chart}
      caption={chart.title}
      columns={[strings.transactions.category, words.spending, strings.chart.share]}
      rows={rows.map(({ cost, name }) => ({
        key: cost.id ?? "",
        cells: [
          name,
          <Link key="amount" href={costPath(cost.id, currency, period)}>
            {formatMoney(cost.amount, currency)}
          </Link>,
          isNegative(cost.amount) ? "–" : share.format(shareOf(cost.amount, whole)),
        ],
      }))}
    />
  );
}

interface RowProps {
  cost: Cost;
  scale: AmountScale;
  currency: string;
  period: Period;
}

function CostRow({ cost, scale, currency, period }: RowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const name = nameOf(cost);
  const [zero, end] = [scale.place("0"), scale.place(cost.amount)];
  return (
    <li>
      <div className="cost">
        {cost.below.length > 0 ? (
          <button
            type="button"
            className="quiet name"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown size={16} aria-hidden />
            {name}
          </button>
        ) : (
          <span className="name">{name}</span>
        )}
        <Link
          href={costPath(cost.id, currency, period)}
          className="figure"
          aria-label={`${name}: ${formatMoney(cost.amount, currency)}`}
        >
          {formatMoney(cost.amount, currency)}
        </Link>
        <span
          className="bar"
          style={{ marginInlineStart: `${Math.min(zero, end)}%`, inlineSize: `${Math.abs(end - zero)}%` }}
          aria-hidden
        />
      </div>
      {open && (
        <ul id={id} className="below">
          {cost.below.map((child) => (
            <CostRow key={child.id} cost={child} scale={scale} currency={currency} period={period} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Returns a category's name, or "Uncategorized". */
export function nameOf({ name }: { name: string | null }): string {
  return name ?? strings.transactions.uncategorized;
}

/** Returns the path of the transactions behind a category's spending. */
export function costPath(id: string | null, currency: string, period: Period, further: TransactionFilter = {}): string {
  const filter: TransactionFilter = { ...period, direction: "out", kind: "entry", currency, ...further };
  return transactionsPath(id === null ? { ...filter, uncategorized: "true" } : { ...filter, category: id });
}
