/** The form of a goal, in a dialog. */
import { useId, useState } from "react";
import type { Account } from "../api.ts";
import { type Goal, type GoalDraft, putGoal } from "../api-goals.ts";
import { archivedLast, choiceName } from "../lib/account-groups.ts";
import { digitsOf, parseAmount, showAmount } from "../lib/amount-input.ts";
import { useChange } from "../lib/use-change.ts";
import { strings } from "../strings/index.ts";
import { Confirm } from "./confirm.tsx";
import { CurrencyField } from "./currency-field.tsx";
import { Field } from "./field.tsx";
import { SelectField } from "./select-field.tsx";

interface Props {
  /** The goal to edit; `null` for a new one. */
  goal: Goal | null;
  accounts: Account[];
  onClose: () => void;
}

/** The field whose amount is invalid: the target, or an account's id. */
type Wrong = string | null;

export function GoalDialog({ goal, accounts, onClose }: Props) {
  const words = strings.goals;
  const note = useId();
  const [wrong, setWrong] = useState<Wrong>(null);
  const [currency, setCurrency] = useState(goal?.currency ?? accounts[0]?.currency ?? "");
  const [source, setSource] = useState<Goal["source"]>(
    goal?.source ?? (accounts.length > 0 ? "accounts" : "contributions"),
  );
  const save = useChange((draft: GoalDraft) => putGoal(goal?.id ?? null, draft), onClose);
  const isFixed = (goal?.contributions ?? 0) > 0;
  const send = (form: FormData) => {
    const read = readGoal(form, isFixed ? "contributions" : source);
    if (typeof read === "string") {
      setWrong(read);
    } else {
      save.mutate(read);
    }
  };
  return (
    <Confirm
      title={goal ? words.editTitle : words.addTitle}
      confirm={strings.save}
      error={save.error}
      busy={save.isPending}
      onConfirm={send}
      onClose={onClose}
    >
      <Field
        label={strings.accounts.name}
        name="name"
        defaultValue={goal?.name}
        pattern=".*\S.*"
        maxLength={80}
        autoComplete="off"
        required
      />
      <div className="pair">
        <Field
          label={words.target}
          name="target"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={goal ? showAmount(goal.target) : undefined}
          problem={wrong === "target" ? strings.fixing.noAmount : null}
          onChange={() => setWrong(null)}
          required
        />
        <CurrencyField
          name="currency"
          defaultValue={goal?.currency ?? accounts[0]?.currency}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
          readOnly={isFixed}
          required
        />
      </div>
      <Field
        label={words.targetDate}
        name="targetDate"
        type="date"
        hint={words.optional}
        defaultValue={goal?.targetDate ?? undefined}
      />
      <SelectField
        label={words.source}
        {...(isFixed && { hint: words.sourceFixed })}
        name="source"
        value={isFixed ? "contributions" : source}
        disabled={isFixed}
        onChange={(event) => setSource(event.currentTarget.value === "accounts" ? "accounts" : "contributions")}
        options={[
          ["accounts", words.sources.accounts],
          ["contributions", words.sources.contributions],
        ]}
      />
      {!isFixed && source === "accounts" && (
        <Earmarks goal={goal} accounts={accounts} currency={currency} wrong={wrong} onChange={() => setWrong(null)} />
      )}
      <div className="field">
        <label htmlFor={note}>{strings.accounts.note}</label>
        <textarea id={note} name="note" defaultValue={goal?.note ?? ""} rows={2} maxLength={1000} />
      </div>
      {goal && (
        <label className="check">
          <input type="checkbox" name="archived" defaultChecked={goal.archived} />
          <span>{words.archive}</span>
        </label>
      )}
    </Confirm>
  );
}

interface EarmarksProps extends Pick<Props, "goal" | "accounts"> {
  currency: string;
  wrong: Wrong;
  onChange: () => void;
}

/** The accounts in the currency of the goal, each with the part that counts. */
function Earmarks({ goal, accounts, currency, wrong, onChange }: EarmarksProps) {
  const words = strings.goals;
  const [counted, setCounted] = useState(() => new Set(goal?.accounts.map(({ accountId }) => accountId)));
  const offered = archivedLast(accounts).filter((account) => account.currency === currency);
  const count = (id: string, isCounted: boolean) => {
    const next = new Set(counted);
    if (isCounted) {
      next.add(id);
    } else {
      next.delete(id);
    }
    setCounted(next);
    onChange();
  };
  return (
    <fieldset className="earmarks">
      <legend className="label">{words.accounts}</legend>
      {wrong === "accounts" && <p className="problem">{words.noneChosen}</p>}
      {offered.length === 0 && <p className="hint">{words.noAccounts(currency || "–")}</p>}
      {offered.map((account) => {
        const earmark = goal?.accounts.find(({ accountId }) => accountId === account.id);
        const isCounted = counted.has(account.id);
        return (
          <div key={account.id} className="earmark">
            <label className="check">
              <input
                type="checkbox"
                name="account"
                value={account.id}
                checked={isCounted}
                onChange={(event) => count(account.id, event.currentTarget.checked)}
              />
              <span>{choiceName(account)}</span>
            </label>
            {isCounted && (
              <Field
                label={words.part(account.name)}
                name={`part ${account.id}`}
                inputMode="decimal"
                autoComplete="off"
                hint={words.partHint}
                defaultValue={earmark?.amount ? showAmount(earmark.amount) : undefined}
                problem={wrong === account.id ? strings.fixing.noAmount : null}
                onChange={onChange}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

/** Returns the goal of a form, or the name of the field that is invalid. */
function readGoal(form: FormData, source: Goal["source"]): GoalDraft | string {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const currency = text("currency").toUpperCase();
  const digits = digitsOf(currency);
  const target = parseAmount(text("target"), digits);
  if (target === null) {
    return "target";
  }
  const accounts: NonNullable<GoalDraft["accounts"]> = [];
  for (const id of source === "accounts" ? form.getAll("account").map(String) : []) {
    const typed = text(`part ${id}`);
    const amount = typed === "" ? null : parseAmount(typed, digits);
    if (typed !== "" && amount === null) {
      return id;
    }
    accounts.push({ accountId: id, amount });
  }
  if (source === "accounts" && accounts.length === 0) {
    return "accounts";
  }
  return {
    ...{ name: text("name"), target, currency, source, accounts },
    targetDate: text("targetDate") || null,
    note: text("note") || null,
    archived: form.get("archived") === "on",
  };
}
