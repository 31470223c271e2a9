/** Totals of the filtered transactions, separately for each currency. */
import type { Account } from "../../api.ts";
import type { Totals as Sums } from "../../lib/transaction-list.ts";
import { formatMoney } from "../../lib/money.ts";
import { strings } from "../../strings/index.ts";
import { CountedTwice } from "../counted-twice.tsx";

export function Totals({ totals, accounts }: { totals: Sums; accounts: ReadonlyMap<string, Account> }) {
  const words = strings.transactions;
  return (
    <section className="totals" aria-label={words.totals}>
      {totals.sums.map(({ currency, income, spending, net }) => (
        <dl key={currency}>
          <div>
            <dt>{words.in}</dt>
            <dd className="in money">{formatMoney(income, currency)}</dd>
          </div>
          <div>
            <dt>{words.out}</dt>
            <dd className="money">{formatMoney(spending, currency)}</dd>
          </div>
          {net !== null && (
            <div>
              <dt>{words.net}</dt>
              <dd className="money">{formatMoney(net, currency, "always")}</dd>
            </div>
          )}
        </dl>
      ))}
      <CountedTwice pairs={totals.countedTwice} nameOf={(id) => accounts.get(id)?.name ?? ""} />
      {totals.transfers > 0 && <p className="hint">{words.transfersExcluded(totals.transfers)}</p>}
    </section>
  );
}
