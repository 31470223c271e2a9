/** Spending by category, with expandable subcategories. */
import { ChevronDown } from "lucide-react";
import { Fragment, useId, useState } from "react";
import { Link } from "wouter";
import type { TransactionFilter } from "../../api.ts";
import type { Period } from "../../api-reports.ts";
import { transactionsPath } from "../../lib/transaction-filter.ts";
import { formatMoney, isNegative, shareOf, sum } from "../../lib/money.ts";
import type { Cost, CurrencyCosts } from "../../lib/worth.ts";
import { locale, strings } from "../../strings/index.ts";
import { AsTable } from "../charts/as-table.tsx";

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
          <ul className="costs" {...(isApart && { "aria-label": `${words.spending}, ${currency}` })}>
            {costs.map((cost) => (
              <CostRow key={cost.id} cost={cost} most={costs[0]?.amount ?? "0"} currency={currency} period={period} />
            ))}
          </ul>
          {costs.length > 0 && <SpendingTable costs={costs} currency={currency} period={period} />}
        </Fragment>
      ))}
    </section>
  );
}

/** The spending as a table, with the share of each category. */
function SpendingTable({ costs, currency, period }: { costs: Cost[]; currency: string; period: Period }) {
  const words = strings.overview;
  const whole = sum(costs.map(({ amount }) => amount));
  const share = new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 });
  const caption = `${words.spending}, ${currency}`;
  return (
    <AsTable
      chart={{
        title: caption,
        kind: "bars",
        currency,
        heading: strings.transactions.category,
        labels: costs.map(nameOf),
        shortLabels: [],
        figures: costs.map(({ amount }) => formatMoney(amount, currency)),
        series: [{ name: words.spending, amounts: costs.map(({ amount }) => amount) }],
      }}
      caption={caption}
      columns={[strings.transactions.category, words.spending, strings.chart.share]}
      rows={costs.map((cost) => ({
        key: cost.id ?? "",
        cells: [
          nameOf(cost),
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
  most: string;
  currency: string;
  period: Period;
}

function CostRow({ cost, most, currency, period }: RowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const name = nameOf(cost);
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
        <span className="bar" style={{ width: `${100 * shareOf(cost.amount, most)}%` }} aria-hidden />
      </div>
      {open && (
        <ul id={id} className="below">
          {cost.below.map((child) => (
            <CostRow key={child.id} cost={child} most={most} currency={currency} period={period} />
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
export function costPath(id: string | null, currency: string, period: Period): string {
  const filter: TransactionFilter = { ...period, direction: "out", kind: "entry", currency };
  return transactionsPath(id === null ? { ...filter, uncategorized: "true" } : { ...filter, category: id });
}
