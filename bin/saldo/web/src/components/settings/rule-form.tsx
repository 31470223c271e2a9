/** A form for a rule: conditions, actions, and a preview of their effect. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { Account, Category } from "../../api.ts";
import { type Rule, previewRule, putRule } from "../../api-bookkeeping.ts";
import { categoryOptions } from "../../lib/category-tree.ts";
import { formatShortDay } from "../../lib/date.ts";
import { formatMoney } from "../../lib/money.ts";
import { explainLimits, readRule, writeRule } from "../../lib/rule-draft.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { CurrencyField } from "../currency-field.tsx";
import { Dialog } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { SelectField } from "../select-field.tsx";

interface Props {
  rule: Rule | null;
  categories: Category[];
  accounts: Account[];
  onClose: () => void;
}

export function RuleForm({ rule, categories, accounts, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const words = strings.rules;
  const preview = useMutation({ mutationFn: previewRule });
  const save = useChange((values: FormData) => putRule(rule?.id ?? null, readRule(values, rule)), onClose);
  const [limits, setLimits] = useState<ReturnType<typeof explainLimits>>({});
  const problem = (why: "noAmount" | "noCurrency" | undefined) =>
    why === "noAmount" ? strings.fixing.noAmount : why === "noCurrency" ? words.noCurrency : null;
  const check = (filled: HTMLFormElement) => {
    const values = new FormData(filled);
    const bad = explainLimits(values);
    setLimits(bad);
    return Object.keys(bad).length === 0 ? values : null;
  };
  const reset = () => {
    preview.reset();
    setLimits({});
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = check(event.currentTarget);
    if (values) {
      save.mutate(values);
    }
  };
  const show = () => {
    const values = form.current?.reportValidity() && check(form.current);
    if (values) {
      preview.mutate(readRule(values, rule));
    }
  };
  const values = writeRule(rule);
  const error = save.error ?? preview.error;
  return (
    <Dialog title={rule ? words.editTitle : words.addTitle} onClose={onClose}>
      <form ref={form} onSubmit={submit} onInput={reset}>
        <Field label={words.name} name="name" defaultValue={values.name} maxLength={200} required autoFocus />
        <fieldset>
          <legend>{words.conditions}</legend>
          <Field label={words.text} name="text" defaultValue={values.text} maxLength={200} />
          <Field label={words.words} hint={words.wordsHint} name="words" defaultValue={values.words} maxLength={200} />
          <Field label={words.regex} hint={words.regexHint} name="regex" defaultValue={values.regex} maxLength={500} />
          <div className="pair">
            <SelectField
              label={strings.transactions.direction}
              name="direction"
              defaultValue={values.direction}
              options={[
                ["", strings.transactions.both],
                ["in", strings.transactions.in],
                ["out", strings.transactions.out],
              ]}
            />
            <SelectField
              label={strings.transactions.account}
              name="account"
              defaultValue={values.account}
              options={[["", strings.transactions.allAccounts], ...accounts.map(({ id, name }) => [id, name] as const)]}
            />
          </div>
          <div className="triple">
            <Field
              label={words.least}
              name="min"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={values.min}
              problem={problem(limits.min)}
            />
            <Field
              label={words.most}
              name="max"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={values.max}
              problem={problem(limits.max)}
            />
            <CurrencyField name="currency" defaultValue={values.currency} />
          </div>
        </fieldset>
        <fieldset>
          <legend>{words.actions}</legend>
          <SelectField
            label={strings.transactions.category}
            name="category"
            defaultValue={values.category}
            options={[["", words.leave], ...categoryOptions(categories)]}
          />
          <Field label={words.rename} name="rename" defaultValue={values.rename} maxLength={500} />
          <Field label={words.tag} name="tag" defaultValue={values.tag} maxLength={100} />
          <label className="check">
            <input type="checkbox" name="transfer" defaultChecked={values.transfer} />
            {words.transfer}
          </label>
        </fieldset>
        {error && <Notice tone="bad">{explain(error)}</Notice>}
        {preview.data && (
          <div className="stack">
            <Notice>{words.previewed(preview.data.entries, preview.data.changed)}</Notice>
            <ul className="rows examples">
              {preview.data.examples.slice(0, 5).map(({ transaction }) => (
                <li key={transaction.id}>
                  <span className="hint">{formatShortDay(transaction.date)}</span>
                  <span className="grow">{transaction.description}</span>
                  <span className="figure">{formatMoney(transaction.amount, transaction.currency)}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {strings.cancel}
          </button>
          <button type="button" className="button" disabled={preview.isPending} onClick={show}>
            {words.preview}
          </button>
          <button type="submit" className="button primary" disabled={save.isPending}>
            {strings.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
