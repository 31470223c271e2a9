/** The balance of an account over time. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Account } from "../../api.ts";
import { reportNetWorth } from "../../api-reports.ts";
import { RANGES, type Range, balanceHistory, periodOf } from "../../lib/balance-history.ts";
import { formatDay, formatMonth, formatShortMonth } from "../../lib/date.ts";
import { formatMoney } from "../../lib/money.ts";
import { transactionsPath } from "../../lib/transaction-filter.ts";
import type { Point } from "../../lib/worth.ts";
import { strings } from "../../strings/index.ts";
import { AsTable } from "../charts/as-table.tsx";
import { LineChart, placesOf } from "../charts/line-chart.tsx";
import { Notice, explain } from "../notice.tsx";

/** Loads the balances of a range, by default of a year. */
export function useHistory(account: Account, range: Range = "year") {
  const period = periodOf(account, range);
  return useQuery({
    queryKey: ["reports", "balance", period],
    queryFn: () => reportNetWorth(period, null),
    placeholderData: (before) => before,
  });
}

export function BalanceHistory({ account }: { account: Account }) {
  const [range, setRange] = useState<Range>("year");
  const words = strings.accounts;
  const report = useHistory(account, range);
  const points = report.data ? balanceHistory(report.data, account) : [];
  const { currency } = account;
  const nameOf = ({ date, knownUntil }: Point) => (knownUntil ? formatDay(knownUntil) : formatMonth(date));
  // A balance results from all earlier transactions.
  const pathOf = ({ date }: Point) => transactionsPath({ account: account.id, to: date });
  return (
    <section className="history" aria-labelledby="history">
      <div className="with-choice">
        <h2 id="history">{words.history}</h2>
        <select
          aria-label={words.range}
          value={range}
          onChange={(event) => setRange(event.currentTarget.value as Range)}
        >
          {(Object.keys(RANGES) as Range[]).map((name) => (
            <option key={name} value={name}>
              {words.ranges[name]}
            </option>
          ))}
        </select>
      </div>
      {report.isError && <Notice tone="bad">{explain(report.error)}</Notice>}
      {report.isSuccess && points.length < 2 && <p className="hint">{words.noHistory}</p>}
      {points.length > 1 && (
        <>
          <LineChart points={points} currency={currency} pathOf={pathOf} />
          <AsTable
            chart={{
              title: words.historyOf(account.name),
              kind: "line",
              currency,
              heading: strings.overview.month,
              labels: points.map(nameOf),
              shortLabels: points.map(({ month }) => formatShortMonth(month)),
              places: placesOf(points),
              series: [{ name: words.balance, amounts: points.map(({ amount }) => amount) }],
            }}
            caption={words.history}
            columns={[strings.overview.month, words.balance]}
            rows={points.map((point) => ({
              key: point.month,
              cells: [
                nameOf(point),
                <Link key="amount" href={pathOf(point)}>
                  {formatMoney(point.amount, currency)}
                </Link>,
              ],
            }))}
          />
        </>
      )}
    </section>
  );
}
