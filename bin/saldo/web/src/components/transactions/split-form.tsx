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

interface Part {
  key: number;
  typed: string;
  categoryId: string;
}

/**
 * Returns the splits as the user types them: without a sign, because all have the sign of the transaction.
 */
function partsOf(transaction: Transaction): Part[] {
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
  const [parts, setParts] = useState(() => partsOf(transaction));
  const digits = digitsOf(transaction.currency);
  const words = strings.transactions;
  const amounts = parts.map(({ typed }) => parseAmount(typed, digits));
  const known = amounts.filter((amount) => amount !== null);
  const rest = sum([absolute(transaction.amount), ...known.map(negated)]);
  const fits = known.length === parts.length && parts.length > 1 && isZero(rest);
  const save = useMutation({
    mutationFn: async (joined: boolean) => {
      const signed = amounts.map((amount) =>
        isNegative(transaction.amount) ? negated(amount ?? "0") : (amount ?? "0"),
      );
      const splits = parts.map(({ categoryId }, index) => ({
        amount: signed[index] ?? "0",
        categoryId: categoryId === "" ? null : categoryId,
      }));
      const saved = await splitTransaction(transaction.id, joined ? [] : splits);
      await rememberEditOf(
        transaction.id,
        joined ? words.joined(transaction.description) : words.splitDone(transaction.description),
      );
      return saved;
    },
    onSuccess: onDone,
  });
  const change = (key: number, part: Partial<Part>) =>
    setParts(parts.map((before) => (before.key === key ? { ...before, ...part } : before)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(false);
  };
  return (
    <form className="split" onSubmit={submit} aria-label={words.split}>
      <p>{words.splitOf(formatMoney(transaction.amount, transaction.currency))}</p>
      <ul>
        {parts.map(({ key, typed, categoryId }, index) => (
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
              disabled={parts.length < 3}
              onClick={() => setParts(parts.filter((part) => part.key !== key))}
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={fits ? "hint" : "rest"}>
        {fits ? words.splitFits : words.splitRest(formatMoney(rest, transaction.currency))}
      </p>
      <button
        type="button"
        className="quiet"
        onClick={() => {
          const typed = isNegative(rest) || isZero(rest) ? "" : showAmount(rest);
          setParts([...parts, { key: Math.max(...parts.map(({ key }) => key)) + 1, typed, categoryId: "" }]);
        }}
      >
        <Plus size={16} aria-hidden /> {words.addSplit}
      </button>
      {save.isError && <Notice tone="bad">{explain(save.error)}</Notice>}
      <div className="buttons">
        {transaction.splits.length > 0 && (
          <button type="button" className="quiet" disabled={save.isPending} onClick={() => save.mutate(true)}>
            {words.join}
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
