/** The figures of a digest: sums and a bar chart of categories for each currency. */
import type { DigestFacts } from "../api-types.ts";
import type { Bar } from "../lib/answer-chart.ts";
import { nameInLanguage } from "../lib/category-name.ts";
import { formatDay } from "../lib/date.ts";
import { compare, formatMoney, isZero, shareOf } from "../lib/money.ts";
import { transactionsPath } from "../lib/transaction-filter.ts";
import { strings } from "../strings/index.ts";
import { Bars } from "./bars.tsx";
import "./digest.css";

interface Props {
  digest: DigestFacts;
  from: string;
  to: string;
}

export function Digest({ digest, from, to }: Props) {
  const words = strings.notifications.digest;
  return (
    <div className="digest">
      {digest.flows.map((flow) => (
        <div key={flow.currency} className="stack">
          <dl>
            <Sum name={words.spending} amount={flow.spending} currency={flow.currency} />
            {flow.spendingBefore && <Sum name={words.before} amount={flow.spendingBefore} currency={flow.currency} />}
            <Sum name={words.income} amount={flow.income} currency={flow.currency} />
          </dl>
          <Bars bars={barsOf(flow, from, to)} />
        </div>
      ))}
      {digest.behind.map(({ name, until }) => (
        <p key={name} className="hint">
          {words.behind(name, formatDay(until))}
        </p>
      ))}
    </div>
  );
}

function Sum({ name, amount, currency }: { name: string; amount: string; currency: string }) {
  return (
    <div>
      <dt className="hint">{name}</dt>
      <dd>{formatMoney(amount, currency)}</dd>
    </div>
  );
}

/** Returns a bar for each category, which leads to its transactions, and one for the rest. */
function barsOf({ currency, categories, other }: DigestFacts["flows"][number], from: string, to: string): Bar[] {
  const rows = categories.map(({ categoryId, name, spending }) => ({
    label: name ? nameInLanguage(name) : strings.transactions.uncategorized,
    amount: spending,
    path: transactionsPath({
      from,
      to,
      kind: "entry",
      currency,
      direction: "out",
      ...(categoryId ? { category: categoryId } : { uncategorized: "true" }),
    }),
  }));
  const all = isZero(other)
    ? rows
    : [...rows, { label: strings.notifications.digest.other, amount: other, path: null }];
  const longest = all.map(({ amount }) => amount).reduce((one, next) => (compare(one, next) < 0 ? next : one), "0");
  return all.map(({ label, amount, path }) => ({
    label,
    figure: formatMoney(amount, currency),
    share: shareOf(amount, longest) * 100,
    path,
  }));
}
