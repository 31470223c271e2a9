/** The accounts: those found on statements, and manual ones. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { type Account, listAccounts } from "../../api.ts";
import {
  createAccount,
  deleteAccount,
  listMerges,
  mergeAccounts,
  type Merge as MergeRecord,
  undoMerge,
  updateAccount,
} from "../../api-bookkeeping.ts";
import { formatDay } from "../../lib/date.ts";
import { transactionsPath } from "../../lib/transaction-filter.ts";
import { formatMoney } from "../../lib/money.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { CurrencyField } from "../currency-field.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { Section } from "../section.tsx";
import { SelectField } from "../select-field.tsx";
import { Balances } from "./balances.tsx";

type Kind = Account["kind"];

interface Task {
  kind: "edit" | "merge" | "balances" | "delete";
  account: Account;
}

export default function Accounts() {
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const [task, setTask] = useState<Task | null>(null);
  const [making, setMaking] = useState(false);
  const words = strings.accounts;
  const close = () => setTask(null);
  return (
    <Section title={strings.settings.tabs.accounts} hint={words.hint}>
      {accounts.isError && <Notice tone="bad">{explain(accounts.error)}</Notice>}
      {accounts.data?.length === 0 && <p className="soft">{words.none}</p>}
      <ul className="rows accounts">
        {accounts.data?.map((account) => (
          <li key={account.id}>
            <div className="grow">
              <Link href={transactionsPath({ account: account.id })}>{account.name}</Link>
              <span className="hint">{describe(account)}</span>
            </div>
            <div className="buttons">
              {(["edit", "balances", "merge"] as const).map((kind) => (
                <button key={kind} type="button" className="quiet" onClick={() => setTask({ kind, account })}>
                  {words.tasks[kind]}
                  <span className="hidden"> {account.name}</span>
                </button>
              ))}
              {account.byHand && (
                <button type="button" className="quiet" onClick={() => setTask({ kind: "delete", account })}>
                  {strings.categories.delete}
                  <span className="hidden"> {account.name}</span>
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <button type="button" className="button" onClick={() => setMaking(true)}>
        {words.add}
      </button>
      <Merges accounts={accounts.data ?? []} />
      {making && <Make onClose={() => setMaking(false)} />}
      {task?.kind === "edit" && <Edit account={task.account} onClose={close} />}
      {task?.kind === "merge" && <Merge account={task.account} accounts={accounts.data ?? []} onClose={close} />}
      {task?.kind === "balances" && <Balances account={task.account} onClose={close} />}
      {task?.kind === "delete" && <Delete account={task.account} onClose={close} />}
    </Section>
  );
}

/** Merges that can still be undone. */
function Merges({ accounts }: { accounts: Account[] }) {
  const words = strings.accounts;
  const merges = useQuery({ queryKey: ["account-merges"], queryFn: listMerges });
  const open = merges.data?.filter(({ undone, accountId }) => !undone && accounts.some(({ id }) => id === accountId));
  if (!open?.length) {
    return null;
  }
  return (
    <section>
      <h3>{words.merges}</h3>
      <ul className="rows">
        {open.map((merge) => (
          <MergeRow key={merge.id} merge={merge} name={accounts.find(({ id }) => id === merge.accountId)?.name ?? ""} />
        ))}
      </ul>
    </section>
  );
}

function MergeRow({ merge, name }: { merge: MergeRecord; name: string }) {
  const words = strings.accounts;
  const undo = useChange(() => undoMerge(merge.id));
  return (
    <li>
      <div className="grow">
        {words.mergedInto(merge.otherName, name)}
        {undo.isError && <Notice tone="bad">{explain(undo.error)}</Notice>}
      </div>
      <button type="button" className="quiet" disabled={undo.isPending} onClick={() => undo.mutate()}>
        {words.undoMerge}
        <span className="hidden"> {merge.otherName}</span>
      </button>
    </li>
  );
}

function describe(account: Account): string {
  const words = strings.accounts;
  return [
    strings.accountKind[account.kind],
    account.balance
      ? `${formatMoney(account.balance.amount, account.currency)} ${strings.overview.asOf(formatDay(account.balance.date))}`
      : strings.overview.noBalance,
    ...(account.byHand ? [words.byHand] : []),
    ...(account.closedOn ? [words.closedOn(formatDay(account.closedOn))] : []),
  ].join(" · ");
}

function kinds(): [Kind, string][] {
  return Object.entries(strings.accountKind) as [Kind, string][];
}

function Make({ onClose }: { onClose: () => void }) {
  const words = strings.accounts;
  const make = useChange(createAccount, onClose);
  return (
    <Confirm
      title={words.addTitle}
      confirm={words.make}
      error={make.error}
      busy={make.isPending}
      onConfirm={(form) =>
        make.mutate({
          name: String(form.get("name")),
          kind: String(form.get("kind")) as Kind,
          currency: String(form.get("currency")).toUpperCase(),
        })
      }
      onClose={onClose}
    >
      <Field label={words.name} name="name" maxLength={200} required autoFocus />
      <SelectField label={words.kind} name="kind" defaultValue="cash" options={kinds()} />
      <CurrencyField name="currency" required />
    </Confirm>
  );
}

function Edit({ account, onClose }: { account: Account; onClose: () => void }) {
  const words = strings.accounts;
  const save = useChange((change: Parameters<typeof updateAccount>[1]) => updateAccount(account.id, change), onClose);
  return (
    <Confirm
      title={words.editTitle}
      confirm={strings.save}
      error={save.error}
      busy={save.isPending}
      onConfirm={(form) =>
        save.mutate({
          name: String(form.get("name")),
          kind: String(form.get("kind")) as Kind,
          closedOn: String(form.get("closed")) || null,
          ...(String(form.get("number")).trim() ? { number: String(form.get("number")) } : {}),
        })
      }
      onClose={onClose}
    >
      <Field label={words.name} name="name" defaultValue={account.name} maxLength={200} required autoFocus />
      <SelectField label={words.kind} name="kind" defaultValue={account.kind} options={kinds()} />
      <Field
        label={words.number}
        hint={words.numberHint}
        name="number"
        placeholder={account.numberMasked ?? ""}
        maxLength={64}
        autoComplete="off"
      />
      <Field
        label={words.closed}
        hint={words.closedHint}
        name="closed"
        type="date"
        defaultValue={account.closedOn ?? ""}
      />
    </Confirm>
  );
}

function Merge({ account, accounts, onClose }: { account: Account; accounts: Account[]; onClose: () => void }) {
  const words = strings.accounts;
  const merge = useChange((other: string) => mergeAccounts(account.id, other), onClose);
  const others = accounts.filter(({ id, currency }) => id !== account.id && currency === account.currency);
  return (
    <Confirm
      title={words.mergeTitle(account.name)}
      confirm={words.merge}
      danger
      error={merge.error}
      busy={merge.isPending || others.length === 0}
      onConfirm={(form) => merge.mutate(String(form.get("other")))}
      onClose={onClose}
    >
      <p className="soft">{others.length === 0 ? words.mergeNone : words.mergeBody}</p>
      {others.length > 0 && (
        <SelectField label={words.other} name="other" options={others.map(({ id, name }) => [id, name] as const)} />
      )}
    </Confirm>
  );
}

function Delete({ account, onClose }: { account: Account; onClose: () => void }) {
  const words = strings.accounts;
  const remove = useChange(() => deleteAccount(account.id), onClose);
  return (
    <Confirm
      title={words.deleteTitle(account.name)}
      confirm={strings.categories.delete}
      danger
      error={remove.error}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{words.deleteBody}</p>
    </Confirm>
  );
}
