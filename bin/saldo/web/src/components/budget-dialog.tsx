/** The form of a budget, in a dialog. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listAccounts } from "../api.ts";
import { type Budget, type BudgetDraft, putBudget } from "../api-bookkeeping.ts";
import { digitsOf, parseAmount, showAmount } from "../lib/amount-input.ts";
import { useChange } from "../lib/use-change.ts";
import { strings } from "../strings/index.ts";
import { Confirm } from "./confirm.tsx";
import { CurrencyField } from "./currency-field.tsx";
import { Field } from "./field.tsx";
import { SelectField } from "./select-field.tsx";

interface Props {
  /** The budget to edit; `null` for a new one. */
  budget: Budget | null;
  categories: [string, string][];
  /** The month in which a new budget starts. */
  month: string;
  onClose: () => void;
}

export function BudgetDialog({ budget, categories, month, onClose }: Props) {
  const words = strings.budgets;
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const [problem, setProblem] = useState<string | null>(null);
  const save = useChange((draft: BudgetDraft) => putBudget(budget?.id ?? null, draft), onClose);
  const send = (form: FormData) => {
    const draft = readBudget(form, budget?.end ?? null);
    if (draft) {
      save.mutate(draft);
    } else {
      setProblem(strings.fixing.noAmount);
    }
  };
  return (
    <Confirm
      title={budget ? words.editTitle : words.addTitle}
      confirm={strings.save}
      error={save.error}
      busy={save.isPending}
      onConfirm={send}
      onClose={onClose}
    >
      <SelectField
        label={strings.transactions.category}
        name="category"
        defaultValue={budget?.categoryId}
        options={categories}
      />
      <div className="pair">
        <Field
          label={words.amount}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={budget ? showAmount(budget.amount) : undefined}
          problem={problem}
          onChange={() => setProblem(null)}
          required
        />
        <CurrencyField name="currency" defaultValue={budget?.currency ?? accounts.data?.[0]?.currency} required />
      </div>
      <SelectField
        label={words.rhythm}
        name="rhythm"
        defaultValue={budget?.rhythm}
        options={[
          ["monthly", words.rhythms.monthly],
          ["yearly", words.rhythms.yearly],
        ]}
      />
      <SelectField
        label={words.rollOver}
        name="rollOver"
        defaultValue={budget?.rollOver}
        options={[
          ["nothing", words.rollOvers.nothing],
          ["unspent", words.rollOvers.unspent],
          ["everything", words.rollOvers.everything],
        ]}
      />
      <Field
        label={words.start}
        name="start"
        type="month"
        placeholder="2026-01"
        pattern="[0-9]{4}-[0-9]{2}"
        defaultValue={budget?.start ?? month}
        required
      />
    </Confirm>
  );
}

/** Returns the budget of a form; `null` if the amount is invalid. */
function readBudget(form: FormData, end: string | null): BudgetDraft | null {
  const currency = String(form.get("currency")).toUpperCase();
  const amount = parseAmount(String(form.get("amount")), digitsOf(currency));
  if (amount === null) {
    return null;
  }
  return {
    categoryId: String(form.get("category")),
    amount,
    currency,
    rhythm: form.get("rhythm") === "yearly" ? "yearly" : "monthly",
    rollOver:
      form.get("rollOver") === "unspent" ? "unspent" : form.get("rollOver") === "everything" ? "everything" : "nothing",
    start: String(form.get("start")),
    end,
  };
}
