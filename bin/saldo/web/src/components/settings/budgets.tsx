/** Budgets: spending limits of categories by month or year. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listAccounts, listCategories } from "../../api.ts";
import { type Budget, type BudgetDraft, deleteBudget, listBudgets, putBudget } from "../../api-bookkeeping.ts";
import { digitsOf, parseAmount, showAmount } from "../../lib/amount-input.ts";
import { categoryOptions } from "../../lib/category-tree.ts";
import { formatMonth, today } from "../../lib/date.ts";
import { formatMoney } from "../../lib/money.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { CurrencyField } from "../currency-field.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { Section } from "../section.tsx";
import { SelectField } from "../select-field.tsx";

export default function Budgets() {
  const budgets = useQuery({ queryKey: ["budgets", null], queryFn: () => listBudgets() });
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories });
  const [editing, setEditing] = useState<Budget | "new" | null>(null);
  const [ending, setEnding] = useState<Budget | null>(null);
  const remove = useChange(
    (id: string) => deleteBudget(id),
    () => setEnding(null),
  );
  const words = strings.budgets;
  const nameOf = (id: string) => categories.data?.find((category) => category.id === id)?.name ?? "";
  const error = budgets.error ?? categories.error;
  return (
    <Section title={words.title} hint={words.hint}>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {budgets.data?.length === 0 && <p className="soft">{words.none}</p>}
      {budgets.data && budgets.data.length > 0 && (
        <ul className="rows">
          {budgets.data.map((budget) => (
            <li key={budget.id}>
              <div className="grow">
                <span>{nameOf(budget.categoryId)}</span>
                <span className="hint">
                  {words.line[budget.rhythm](formatMoney(budget.amount, budget.currency))} ·{" "}
                  {words.since(formatMonth(`${budget.start}-01`))}
                </span>
              </div>
              <button type="button" className="quiet" onClick={() => setEditing(budget)}>
                {strings.categories.edit}
                <span className="hidden"> {nameOf(budget.categoryId)}</span>
              </button>
              <button type="button" className="quiet" onClick={() => setEnding(budget)}>
                {strings.categories.delete}
                <span className="hidden"> {nameOf(budget.categoryId)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="button" onClick={() => setEditing("new")}>
        {words.add}
      </button>
      {editing && (
        <Edit
          budget={editing === "new" ? null : editing}
          categories={categoryOptions(categories.data ?? [])}
          onClose={() => setEditing(null)}
        />
      )}
      {ending && (
        <Confirm
          title={words.deleteTitle(nameOf(ending.categoryId))}
          confirm={strings.categories.delete}
          danger
          error={remove.error}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(ending.id)}
          onClose={() => setEnding(null)}
        >
          <p>{words.deleteBody}</p>
        </Confirm>
      )}
    </Section>
  );
}

interface EditProps {
  budget: Budget | null;
  categories: [string, string][];
  onClose: () => void;
}

function Edit({ budget, categories, onClose }: EditProps) {
  const words = strings.budgets;
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const [problem, setProblem] = useState<string | null>(null);
  const save = useChange((draft: BudgetDraft) => putBudget(budget?.id ?? null, draft), onClose);
  const send = (form: FormData) => {
    const draft = readBudget(form);
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
        defaultValue={budget?.start ?? today().slice(0, 7)}
        required
      />
    </Confirm>
  );
}

/** Returns the budget of a form; `null` if the amount is invalid. */
function readBudget(form: FormData): BudgetDraft | null {
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
    end: null,
  };
}
