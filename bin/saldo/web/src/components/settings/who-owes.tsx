/** The balances of a household: who owes whom, payments that settle it, and the shared expenses. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Books } from "../../api-households.ts";
import {
  type Balances,
  type Debt,
  type SettlementOffer,
  type SharedExpense,
  deleteSettlement,
  getBalances,
  listOffers,
  listSettlements,
  listSharedExpenses,
  settle,
} from "../../api-sharing.ts";
import { digitsOf, parseAmount, showAmount } from "../../lib/amount-input.ts";
import { formatDay, today } from "../../lib/date.ts";
import { merchantName } from "../../lib/merchant-name.ts";
import { formatMoney } from "../../lib/money.ts";
import { participantName } from "../../lib/sharing.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";

export function WhoOwes({ household: { id, role } }: { household: Books }) {
  const balances = useQuery({ queryKey: ["balances", id], queryFn: () => getBalances(id) });
  const words = strings.sharing;
  const mayEdit = role !== "viewer";
  return (
    <div className="stack">
      <div>
        <h3>{words.title}</h3>
        <p className="hint">{words.hint}</p>
      </div>
      {balances.isError && <Notice tone="bad">{explain(balances.error)}</Notice>}
      {balances.data && (
        <>
          <Debts household={id} balances={balances.data} mayEdit={mayEdit} />
          {mayEdit && <Offers household={id} balances={balances.data} />}
          <Expenses household={id} balances={balances.data} />
          <Settlements household={id} balances={balances.data} mayEdit={mayEdit} />
        </>
      )}
    </div>
  );
}

interface Props {
  household: string;
  balances: Balances;
}

function Debts({ household, balances, mayEdit }: Props & { mayEdit: boolean }) {
  const [settling, setSettling] = useState<{ debt: Debt; currency: string } | null>(null);
  const words = strings.sharing;
  const debts = balances.currencies.flatMap(({ currency, transfers }) => transfers.map((debt) => ({ debt, currency })));
  const name = (id: string) => participantName(balances.members, id);
  if (debts.length === 0) {
    return <p>{words.settledUp}</p>;
  }
  return (
    <>
      <ul className="rows" aria-label={words.title}>
        {debts.map(({ debt, currency }) => (
          <li key={`${debt.from} ${debt.to} ${currency}`}>
            <span className="grow money">
              {words.owes(name(debt.from), name(debt.to), formatMoney(debt.amount, currency))}
            </span>
            {mayEdit && (
              <button type="button" className="button small" onClick={() => setSettling({ debt, currency })}>
                {words.settle}
              </button>
            )}
          </li>
        ))}
      </ul>
      {settling && (
        <SettleDialog household={household} balances={balances} {...settling} onClose={() => setSettling(null)} />
      )}
    </>
  );
}

interface SettleProps extends Props {
  debt: Debt;
  currency: string;
  onClose: () => void;
}

function SettleDialog({ household, balances, debt, currency, onClose }: SettleProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const words = strings.sharing;
  const save = useChange(
    ({ amount, date }: { amount: string; date: string }) =>
      settle(household, { from: debt.from, to: debt.to, amount, currency, date }),
    onClose,
  );
  const onConfirm = (form: FormData) => {
    const amount = parseAmount(String(form.get("amount") ?? ""), digitsOf(currency));
    if (amount === null) {
      setProblem(strings.fixing.noAmount);
    } else {
      save.mutate({ amount, date: String(form.get("date") ?? "") });
    }
  };
  const name = (id: string) => participantName(balances.members, id);
  return (
    <Confirm
      title={words.settleTitle}
      confirm={words.record}
      error={save.error}
      busy={save.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="money">{words.owes(name(debt.from), name(debt.to), formatMoney(debt.amount, currency))}</p>
      <div className="pair">
        <Field
          label={strings.fixing.amountIn(currency)}
          name="amount"
          required
          inputMode="decimal"
          autoComplete="off"
          problem={problem}
          defaultValue={showAmount(debt.amount)}
          onChange={() => setProblem(null)}
        />
        <Field label={strings.statement.date} name="date" type="date" required defaultValue={today()} />
      </div>
    </Confirm>
  );
}

/** Transactions of the user that may be payments. Nothing is recorded without a click. */
function Offers({ household, balances }: Props) {
  const offers = useQuery({ queryKey: ["settlement-offers", household], queryFn: () => listOffers(household) });
  const confirm = useChange((offer: SettlementOffer) => {
    const { from, to, amount, currency, date, transactionId } = offer;
    return settle(household, { from, to, amount, currency, date, transactionId });
  });
  const words = strings.sharing;
  const name = (id: string) => participantName(balances.members, id);
  if (offers.isError) {
    return <Notice tone="bad">{explain(offers.error)}</Notice>;
  }
  if (!offers.data || offers.data.length === 0) {
    return null;
  }
  return (
    <div>
      <h4>{words.offers}</h4>
      {confirm.isError && <Notice tone="bad">{explain(confirm.error)}</Notice>}
      <ul className="rows" aria-label={words.offers}>
        {offers.data.map((offer) => (
          <li key={offer.transactionId}>
            <span className="grow money">
              {balances.members.some(({ id, isYou }) => isYou && id === offer.from)
                ? words.isPaymentTo(...facts(offer), name(offer.to))
                : words.isPaymentFrom(...facts(offer), name(offer.from))}
            </span>
            <button
              type="button"
              className="button small"
              disabled={confirm.isPending}
              onClick={() => confirm.mutate(offer)}
            >
              {words.confirm}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the parts of the question about an offer. */
function facts({ description, date, amount, currency }: SettlementOffer): [string, string, string] {
  return [description, formatDay(date), formatMoney(amount, currency)];
}

function Expenses({ household, balances }: Props) {
  const pages = useInfiniteQuery({
    queryKey: ["shared-expenses", household],
    queryFn: ({ pageParam }) => listSharedExpenses(household, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const words = strings.sharing;
  const expenses = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div>
      <h4>{words.expenses}</h4>
      {pages.isError && <Notice tone="bad">{explain(pages.error)}</Notice>}
      {pages.isSuccess && expenses.length === 0 && <p className="soft">{words.noExpenses}</p>}
      {expenses.length > 0 && (
        <ul className="rows" aria-label={words.expenses}>
          {expenses.map((expense) => (
            <OneExpense key={expense.id} expense={expense} balances={balances} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <button type="button" className="button" disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
          {words.more}
        </button>
      )}
    </div>
  );
}

function OneExpense({ expense, balances }: { expense: SharedExpense; balances: Balances }) {
  const { date, merchant, amount, currency, state } = expense;
  const words = strings.sharing;
  const name = (id: string) => participantName(balances.members, id);
  const title = merchant ? merchantName(merchant) : state === "kept" ? words.kept : words.gone;
  const shares = expense.shares.flatMap((share) =>
    share.amount && currency ? [`${name(share.member)} ${formatMoney(share.amount, currency)}`] : [],
  );
  return (
    <li>
      <div className="grow">
        <span>{title}</span>
        <span className="hint money">
          {[date && formatDay(date), words.paidByName(name(expense.paidBy)), ...shares].filter(Boolean).join(" · ")}
        </span>
      </div>
      {amount && currency && <span className="figure">{formatMoney(amount, currency)}</span>}
    </li>
  );
}

function Settlements({ household, balances, mayEdit }: Props & { mayEdit: boolean }) {
  const pages = useInfiniteQuery({
    queryKey: ["settlements", household],
    queryFn: ({ pageParam }) => listSettlements(household, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const remove = useChange((id: string) => deleteSettlement(household, id));
  const words = strings.sharing;
  const name = (id: string) => participantName(balances.members, id);
  const settlements = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const error = pages.error ?? remove.error;
  return (
    <div>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {settlements.length > 0 && (
        <>
          <h4>{words.settlements}</h4>
          <ul className="rows" aria-label={words.settlements}>
            {settlements.map(({ id, from, to, amount, currency, date }) => (
              <li key={id}>
                <div className="grow">
                  <span className="money">{words.paid(name(from), name(to), formatMoney(amount, currency))}</span>
                  <span className="hint">{formatDay(date)}</span>
                </div>
                {mayEdit && (
                  <button
                    type="button"
                    className="quiet icon"
                    title={words.delete}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate(id)}
                  >
                    <Trash2 size={16} aria-hidden />
                    <span className="hidden">
                      {words.delete} {formatDay(date)}
                    </span>
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {pages.hasNextPage && (
        <button type="button" className="button" disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
          {words.more}
        </button>
      )}
    </div>
  );
}
