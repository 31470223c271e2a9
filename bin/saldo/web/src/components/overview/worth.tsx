/** Net worth: the balances in each currency, and a chart of the past year. */
import { Link } from "wouter";
import type { Account } from "../../api.ts";
import type { Bucket, NetWorth } from "../../api-reports.ts";
import { formatDay, formatMonth, formatShortMonth } from "../../lib/date.ts";
import { transactionsPath } from "../../lib/transaction-filter.ts";
import { formatMoney } from "../../lib/money.ts";
import { type Point, type View, knownPoints, worthSeries } from "../../lib/worth.ts";
import { strings } from "../../strings/index.ts";
import { LineChart, placesOf } from "../charts/line-chart.tsx";
import { AsTable } from "../charts/as-table.tsx";

interface Props {
  report: NetWorth;
  /** The cash flow of the same months, which says until when it is known. */
  flows: Bucket[];
  accounts: Account[];
  view: View;
  /** The views whose amounts are listed. */
  currencies: View[];
}

export function Worth({ report, flows, accounts, view, currencies }: Props) {
  const words = strings.overview;
  const points = knownPoints(worthSeries(report, view), flows, accounts, view);
  const nameOf = ({ date, knownUntil }: Point) => (knownUntil ? formatDay(knownUntil) : formatMonth(date));
  // Net worth results from all earlier transactions, and a month without any would lead to an empty list.
  const pathOf = ({ date }: Point) => transactionsPath({ to: date, ...only(view) });
  const last = (one: View) => worthSeries(report, one).at(-1);
  const together = currencies.find(({ converted }) => converted);
  // The shown currency is the large one.
  const sorted = [view, ...currencies.filter((one) => one !== view)];
  const unknown = accounts.filter(({ id }) => report.unknownAccounts.includes(id));
  return (
    <section className="worth" aria-labelledby="worth">
      <h2 id="worth">{words.worth}</h2>
      <p className="sums">
        {sorted.map((one) => {
          const point = last(one);
          return point ? (
            <Link
              key={`${one.currency} ${one.converted}`}
              href={transactionsPath({ to: point.date, ...only(one) })}
              className={one === view ? "money" : "money other"}
            >
              {formatMoney(point.amount, one.currency)}
              {one.converted && <span className="hint"> {words.together}</span>}
            </Link>
          ) : null;
        })}
      </p>
      <p className="hint">
        {together ? words.worthTogether(together.currency) : currencies.length > 1 ? words.worthApart : words.worthHint}
        {!together && currencies.length > 1 && (
          <>
            {" "}
            <Link href="/settings/money">{strings.settings.tabs.money}</Link>
          </>
        )}
      </p>
      {unknown.length > 0 && (
        <p className="hint">{words.unknownAccounts(unknown.map(({ name }) => name).join(", "))}</p>
      )}
      {points.length > 1 && (
        <>
          <LineChart points={points} currency={view.currency} pathOf={pathOf} />
          <AsTable
            chart={{
              title: words.worth,
              kind: "line",
              currency: view.currency,
              heading: words.month,
              labels: points.map(nameOf),
              shortLabels: points.map(({ month }) => formatShortMonth(month)),
              places: placesOf(points),
              series: [{ name: words.worth, amounts: points.map(({ amount }) => amount) }],
            }}
            caption={words.worth}
            columns={[words.month, words.worth]}
            rows={points.map((point) => ({
              key: point.month,
              cells: [
                nameOf(point),
                <Link key="amount" href={pathOf(point)}>
                  {formatMoney(point.amount, view.currency)}
                </Link>,
              ],
            }))}
          />
        </>
      )}
    </section>
  );
}

/** Returns the currency filter of a view; none for a converted view, which includes all currencies. */
export function only({ currency, converted }: View): { currency?: string } {
  return converted ? {} : { currency };
}
