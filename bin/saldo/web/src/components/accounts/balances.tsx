/** Balances that the user enters: for cash, a house, a loan, or any account without statements. */
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { Account } from "../../api.ts";
import { listStatedBalances, stateBalance } from "../../api-bookkeeping.ts";
import { digitsOf, parseAmount } from "../../lib/amount-input.ts";
import { formatDay, today } from "../../lib/date.ts";
import { formatMoney } from "../../lib/money.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Dialog } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";

export function Balances({ account, onClose }: { account: Account; onClose: () => void }) {
  const words = strings.accounts;
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stated = useQuery({ queryKey: ["stated", account.id], queryFn: () => listStatedBalances(account.id) });
  const state = useChange(
    ({ date, amount }: { date: string; amount: string | null }) => stateBalance(account.id, date, amount),
    () => form.current?.reset(),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const amount = parseAmount(String(values.get("amount")), digitsOf(account.currency));
    if (amount === null) {
      setProblem(strings.fixing.noAmount);
    } else {
      state.mutate({ date: String(values.get("date")), amount });
    }
  };
  const error = stated.error ?? state.error;
  return (
    <Dialog title={words.balancesTitle(account.name)} onClose={onClose}>
      <form ref={form} onSubmit={submit}>
        <p className="soft">{words.balancesBody}</p>
        <ul className="rows">
          {stated.data?.map(({ date, amount }) => (
            <li key={date}>
              <span>{formatDay(date)}</span>
              <span className="figure grow">{formatMoney(amount, account.currency)}</span>
              <button type="button" className="quiet" onClick={() => state.mutate({ date, amount: null })}>
                {words.removeBalance}
                <span className="hidden"> {formatDay(date)}</span>
              </button>
            </li>
          ))}
        </ul>
        <div className="pair">
          <Field label={words.day} name="date" type="date" defaultValue={today()} required />
          <Field
            label={words.held(account.currency)}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            problem={problem}
            onChange={() => setProblem(null)}
            required
          />
        </div>
        {error && <Notice tone="bad">{explain(error)}</Notice>}
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {words.done}
          </button>
          <button type="submit" className="button primary" disabled={state.isPending}>
            {words.state}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
