/** A form for a transaction without a statement, such as cash. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Account, Category } from "../../api.ts";
import { createTransaction } from "../../api-transactions.ts";
import { archivedLast, choiceName } from "../../lib/account-groups.ts";
import { digitsOf, parseAmount } from "../../lib/amount-input.ts";
import { refreshBooks, rememberEditOf } from "../../lib/undo.ts";
import { strings } from "../../strings/index.ts";
import { CategorySelect } from "../category-select.tsx";
import { Dialog } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";

interface Props {
  accounts: Account[];
  categories: Category[];
  /** The account of the filtered list. */
  account: string | undefined;
  onClose: () => void;
}

/** Returns today in the user's time zone. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

export function TransactionForm({ accounts, categories, account, onClose }: Props) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState(account ?? archivedLast(accounts)[0]?.id ?? "");
  const currency = accounts.find(({ id }) => id === chosen)?.currency ?? "EUR";
  const words = strings.transactions;
  const create = useMutation({
    mutationFn: async (form: FormData) => {
      const amount = parseAmount(String(form.get("amount")), digitsOf(currency));
      if (amount === null) {
        setProblem(strings.fixing.noAmount);
        return;
      }
      const text = (name: string) => String(form.get(name)).trim();
      const transaction = await createTransaction({
        accountId: chosen,
        date: text("date"),
        description: text("description"),
        amount,
        categoryId: text("category") || null,
        note: text("note"),
      });
      await rememberEditOf(transaction.id, strings.fixing.added(transaction.description));
      onClose();
      await refreshBooks(client, { list: true });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={words.newTransaction} onClose={onClose}>
      <form onSubmit={submit}>
        <label className="field">
          <span className="label">{words.account}</span>
          <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            {archivedLast(accounts).map((account) => (
              <option key={account.id} value={account.id}>
                {choiceName(account)}
              </option>
            ))}
          </select>
        </label>
        <Field label={strings.statement.date} name="date" type="date" required defaultValue={today()} />
        <Field
          label={strings.statement.description}
          name="description"
          required
          pattern=".*\S.*"
          maxLength={1000}
          autoFocus
        />
        <Field
          label={strings.fixing.amountIn(currency)}
          name="amount"
          required
          inputMode="decimal"
          autoComplete="off"
          hint={strings.fixing.amountHint}
          problem={problem}
          onChange={() => setProblem(null)}
        />
        <label className="field">
          <span className="label">{words.category}</span>
          <CategorySelect name="category" categories={categories} none={words.automatic} />
        </label>
        <Field label={words.note} name="note" maxLength={5000} />
        {create.isError && <Notice tone="bad">{explain(create.error)}</Notice>}
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {strings.cancel}
          </button>
          <button type="submit" className="button primary" disabled={create.isPending || chosen === ""}>
            {strings.fixing.addIt}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
