/** A form that splits a transaction into amounts with their own categories. */
import { useMutation } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Category, Transaction } from "../../api.ts";
import { splitTransaction } from "../../api-transactions.ts";
import { digitsOf, parseAmount, showAmount } from "../../lib/amount-input.ts";
import { absolute, formatMoney, isNegative, isZero, negated, sum } from "../../lib/money.ts";
import { rememberEditOf } from "../../lib/undo.ts";
import { strings } from "../../strings/index.ts";
import { CategorySelect } from "../category-select.tsx";
import { Notice, explain } from "../notice.tsx";

interface Props {
  transaction: Transaction;
  categories: Category[];
  onDone: (transaction: Transaction) => void;
  onCancel: () => void;
}

interface SplitDraft {
  key: number;
  typed: string;
  categoryId: string;
}

/**
 * Returns the splits as the user types them: without a sign, because all have the sign of the transaction.
 */
function splitsOf(transaction: Transaction): SplitDraft[] {
  if (transaction.splits.length > 0) {
    return transaction.splits.map(({ amount, categoryId }, key) => ({
      key,
      typed: showAmount(absolute(amount)),
      categoryId: categoryId ?? "",
    }));
  }
  return [
    { key: 0, typed: showAmount(absolute(transaction.amount)), categoryId: transaction.categoryId ?? "" },
    { key: 1, typed: "", categoryId: "" },
  ];
}

export function SplitForm({ transaction, categories, onDone, onCancel }: Props) {
  const [drafts, setDrafts] = useState(() => splitsOf(transaction));
  const digits = digitsOf(transaction.currency);
  const words = strings.transactions;
  const amounts = drafts.map(({ typed }) => parseAmount(typed, digits));
  const known = amounts.filter((amount) => amount !== null);
  const rest = sum([absolute(transaction.amount), ...known.map(negated)]);
  const fits = known.length === drafts.length && drafts.length > 1 && isZero(rest);
  const save = useMutation({
    mutationFn: async (isRemoved: boolean) => {
      const signed = amounts.map((amount) =>
        isNegative(transaction.amount) ? negated(amount ?? "0") : (amount ?? "0"),
      );
      const splits = drafts.map(({ categoryId }, index) => ({
        amount: signed[index] ?? "0",
        categoryId: categoryId === "" ? null : categoryId,
      }));
      const saved = await splitTransaction(transaction.id, isRemoved ? [] : splits);
      await rememberEditOf(
        transaction.id,
        isRemoved ? words.splitRemoved(transaction.description) : words.splitDone(transaction.description),
      );
      return saved;
    },
    onSuccess: onDone,
  });
  const change = (key: number, draft: Partial<SplitDraft>) =>
    setDrafts(drafts.map((before) => (before.key === key ? { ...before, ...draft } : before)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(false);
  };
  return (
    <form className="split" onSubmit={submit} aria-label={words.split}>
      <p className="money">{words.splitOf(formatMoney(transaction.amount, transaction.currency))}</p>
      <ul>
        {drafts.map(({ key, typed, categoryId }, index) => (
          <li key={key}>
            <input
              aria-label={words.splitAmount(index + 1)}
              className="figure"
              inputMode="decimal"
              autoFocus={index === 0}
              value={typed}
              aria-invalid={amounts[index] === null && typed !== "" ? true : undefined}
              onChange={(event) => change(key, { typed: event.currentTarget.value })}
            />
            <CategorySelect
              aria-label={words.splitCategory(index + 1)}
              categories={categories}
              value={categoryId}
              onChange={(event) => change(key, { categoryId: event.currentTarget.value })}
            />
            <button
              type="button"
              className="quiet icon"
              aria-label={words.removeSplit(index + 1)}
              disabled={drafts.length < 3}
              onClick={() => setDrafts(drafts.filter((draft) => draft.key !== key))}
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={fits ? "hint" : "rest money"}>
        {fits ? words.splitFits : words.splitRest(formatMoney(rest, transaction.currency))}
      </p>
      <button
        type="button"
        className="quiet"
        onClick={() => {
          const typed = isNegative(rest) || isZero(rest) ? "" : showAmount(rest);
          setDrafts([...drafts, { key: Math.max(...drafts.map(({ key }) => key)) + 1, typed, categoryId: "" }]);
        }}
      >
        <Plus size={16} aria-hidden /> {words.addSplit}
      </button>
      {save.isError && <Notice tone="bad">{explain(save.error)}</Notice>}
      <div className="buttons">
        {transaction.splits.length > 0 && (
          <button type="button" className="quiet" disabled={save.isPending} onClick={() => save.mutate(true)}>
            {words.unsplit}
          </button>
        )}
        <button type="button" className="button" onClick={onCancel}>
          {strings.cancel}
        </button>
        <button type="submit" className="button primary" disabled={!fits || save.isPending}>
          {words.split}
        </button>
      </div>
    </form>
  );
}
