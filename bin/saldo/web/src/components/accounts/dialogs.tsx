/** The dialogs that add, change, merge and delete an account. */
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Account } from "../../api.ts";
import { createAccount, deleteAccount, mergeAccounts } from "../../api-bookkeeping.ts";
import { listMembers } from "../../api-households.ts";
import { groupNames } from "../../lib/account-groups.ts";
import { type AccountEdit, changeOf } from "../../lib/account-edit.ts";
import { currentBooks } from "../../lib/books.ts";
import { rememberEdit } from "../../lib/undo.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { CurrencyField } from "../currency-field.tsx";
import { Field } from "../field.tsx";
import { SelectField } from "../select-field.tsx";

type Kind = Account["kind"];

function kinds(): [Kind, string][] {
  return Object.entries(strings.accountKind) as [Kind, string][];
}

export function AddAccount({ onClose }: { onClose: () => void }) {
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

interface EditProps {
  account: Account;
  accounts: Account[];
  edit: AccountEdit;
  onClose: () => void;
}

export function EditAccount({ account, accounts, edit, onClose }: EditProps) {
  const words = strings.accounts;
  const groups = useId();
  const note = useId();
  const books = currentBooks();
  const members = useQuery({
    queryKey: ["members", books],
    queryFn: () => listMembers(books ?? ""),
    enabled: books !== null,
  });
  return (
    <Confirm
      title={words.editTitle}
      confirm={strings.save}
      error={edit.error}
      busy={edit.isPending}
      onConfirm={(form) => {
        const text = (name: string) => String(form.get(name)).trim();
        const change = changeOf(account, {
          name: text("name"),
          kind: text("kind") as Kind,
          group: text("group") || null,
          note: text("note") || null,
          closedOn: text("closed") || null,
          ...(members.data ? { paidBy: text("paidBy") || null } : {}),
          ...(text("number") ? { number: text("number") } : {}),
        });
        edit.save(change, words.changed(account.name), onClose);
      }}
      onClose={onClose}
    >
      <Field label={words.name} name="name" defaultValue={account.name} maxLength={200} required autoFocus />
      <div className="pair">
        <SelectField label={words.kind} name="kind" defaultValue={account.kind} options={kinds()} />
        <Field
          label={words.group}
          name="group"
          defaultValue={account.group ?? ""}
          list={groups}
          maxLength={60}
          autoComplete="off"
        />
      </div>
      <datalist id={groups}>
        {groupNames(accounts).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="field">
        <label htmlFor={note}>{words.note}</label>
        <textarea id={note} name="note" defaultValue={account.note ?? ""} rows={3} maxLength={2000} />
      </div>
      {members.data && (
        <SelectField
          label={strings.sharing.paidBy}
          hint={words.paidByHint}
          name="paidBy"
          defaultValue={members.data.some(({ id }) => id === account.paidBy) ? (account.paidBy ?? "") : ""}
          options={[["", words.paidByWhoShares], ...members.data.map(({ id, name }) => [id, name] as const)]}
        />
      )}
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

interface MergeProps {
  account: Account;
  accounts: Account[];
  onClose: () => void;
}

export function MergeAccount({ account, accounts, onClose }: MergeProps) {
  const words = strings.accounts;
  const others = accounts.filter(({ id, currency }) => id !== account.id && currency === account.currency);
  const merge = useChange(async (other: string) => {
    const { mergeId } = await mergeAccounts(account.id, other);
    rememberEdit(mergeId, words.mergedInto(others.find(({ id }) => id === other)?.name ?? "", account.name));
  }, onClose);
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

interface DeleteProps {
  account: Account;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteAccount({ account, onDeleted, onClose }: DeleteProps) {
  const words = strings.accounts;
  const remove = useChange(() => deleteAccount(account.id), onDeleted);
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
