/** A form for a row of a statement: to correct it, or to add a missing one. */
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { digitsOf, parseAmount, showAmount } from "../lib/amount-input.ts";
import type { Decimal } from "../lib/money.ts";
import { strings } from "../strings/index.ts";
import { Field } from "./field.tsx";

/** The values of a row. */
export interface RowValues {
  date: string;
  description: string;
  amount: Decimal | null;
}

/** The valid input of the form. */
export interface RowTyped {
  date: string;
  description: string;
  amount: Decimal;
}

interface Props {
  /** The purpose of the form, for its label. */
  label: string;
  values: RowValues;
  currency: string;
  isBusy: boolean;
  onSave: (typed: RowTyped) => void;
  onCancel: () => void;
  /** Removes the row; absent for a new one. */
  onRemove?: () => void;
  /** Opens a form for a row above this one. */
  onAddAbove?: () => void;
}

/** Maximum length of a description on the server. */
const DESCRIPTION_MAX = 1000;

export function RowForm({ label, values, currency, isBusy, onSave, onCancel, onRemove, onAddAbove }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const words = strings.fixing;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const amount = parseAmount(String(typed.get("amount")), digitsOf(currency));
    if (amount === null) {
      setProblem(words.noAmount);
      return;
    }
    onSave({ date: String(typed.get("date")), description: String(typed.get("description")).trim(), amount });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <form className="row-form" aria-label={label} onSubmit={submit} onKeyDown={onKey}>
      <Field label={strings.statement.date} name="date" type="date" required defaultValue={values.date} />
      <Field
        label={strings.statement.description}
        name="description"
        required
        pattern=".*\S.*"
        maxLength={DESCRIPTION_MAX}
        defaultValue={values.description}
      />
      <Field
        label={words.amountIn(currency)}
        name="amount"
        required
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        problem={problem}
        hint={words.amountHint}
        defaultValue={values.amount === null ? "" : showAmount(values.amount)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={() => setProblem(null)}
      />
      <div className="buttons">
        {onRemove && (
          <button type="button" className="quiet remove" disabled={isBusy} onClick={onRemove}>
            {words.remove}
          </button>
        )}
        {onAddAbove && (
          <button type="button" className="quiet above" onClick={onAddAbove}>
            {words.addAbove}
          </button>
        )}
        <button type="button" className="button small" onClick={onCancel}>
          {strings.cancel}
        </button>
        <button type="submit" className="button small primary" disabled={isBusy}>
          {strings.save}
        </button>
      </div>
    </form>
  );
}
