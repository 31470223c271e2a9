/** The sharing of one transaction with a household: the shares of its members, and changing or ending it. */
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Transaction } from "../../api.ts";
import type { Books } from "../../api-households.ts";
import {
  type DivisionUnit,
  type Participant,
  type ShareChange,
  type SharedExpense,
  changeSharing,
  findSharing,
  getBalances,
  shareTransaction,
  stopSharing,
} from "../../api-sharing.ts";
import { digitsOf, showAmount } from "../../lib/amount-input.ts";
import { currentBooks } from "../../lib/books.ts";
import { formatMoney } from "../../lib/money.ts";
import { participantName, shareChange } from "../../lib/sharing.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { useBooks } from "../books-switch.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";

const UNITS: readonly DivisionUnit[] = ["even", "percent", "amount"];

export function Sharing({ transaction }: { transaction: Transaction }) {
  const books = useBooks().data;
  const open = currentBooks();
  // A transaction of a household is shared with that one only.
  const households = (books ?? []).filter(({ id, isHousehold }) => isHousehold && (open === null || id === open));
  if (households.length === 0) {
    return null;
  }
  return <SharingOf transaction={transaction} households={households} />;
}

function SharingOf({ transaction, households }: { transaction: Transaction; households: Books[] }) {
  const [editing, setEditing] = useState(false);
  const sharing = useQuery({
    queryKey: ["sharing", transaction.id],
    queryFn: () => findSharing(transaction.id),
  });
  const words = strings.sharing;
  const expense = sharing.data?.sharedExpense ?? null;
  const close = () => setEditing(false);
  const writable = households.filter(({ role }) => role !== "viewer");
  return (
    <section className="sharing">
      <h3>{words.section}</h3>
      {sharing.isError && <Notice tone="bad">{explain(sharing.error)}</Notice>}
      {sharing.isSuccess && !editing && expense && (
        <Shares expense={expense} households={households} onEdit={() => setEditing(true)} />
      )}
      {sharing.isSuccess && !editing && !expense && writable.length > 0 && (
        <button type="button" className="button small" onClick={() => setEditing(true)}>
          {words.share}
        </button>
      )}
      {writable.length === 0 && <p className="hint">{words.viewer}</p>}
      {editing && sharing.isSuccess && (
        <ShareForm
          transaction={transaction}
          expense={expense}
          payer={expense?.paidBy ?? sharing.data.paidBy}
          households={expense ? households.filter(({ id }) => id === expense.books) : writable}
          onClose={close}
        />
      )}
    </section>
  );
}

interface SharesProps {
  expense: SharedExpense;
  households: Books[];
  onEdit: () => void;
}

function Shares({ expense, households, onEdit }: SharesProps) {
  const members = useQuery({ queryKey: ["balances", expense.books], queryFn: () => getBalances(expense.books) });
  const stop = useChange(() => stopSharing(expense.books, expense.id));
  const words = strings.sharing;
  const household = households.find(({ id }) => id === expense.books);
  const name = (id: string) => participantName(members.data?.members ?? [], id);
  return (
    <>
      <p>
        {household && `${words.sharedWith(household.name)} · `}
        {words.by[expense.by]} · {words.paidByName(name(expense.paidBy))}
      </p>
      <ul className="because" aria-label={words.section}>
        {expense.shares.map(({ member, amount }) => (
          <li key={member}>
            <span>{name(member)}</span>
            {amount && expense.currency && <span className="figure">{formatMoney(amount, expense.currency)}</span>}
          </li>
        ))}
      </ul>
      {stop.isError && <Notice tone="bad">{explain(stop.error)}</Notice>}
      {household && household.role !== "viewer" && (
        <div className="tools">
          <button type="button" className="button small" onClick={onEdit}>
            {words.edit}
          </button>
          <button type="button" className="button small" disabled={stop.isPending} onClick={() => stop.mutate()}>
            {words.stop}
          </button>
        </div>
      )}
    </>
  );
}

interface FormProps {
  transaction: Transaction;
  expense: SharedExpense | null;
  payer: string;
  households: Books[];
  onClose: () => void;
}

function ShareForm({ transaction, expense, payer, households, onClose }: FormProps) {
  const [household, setHousehold] = useState(households[0]?.id ?? "");
  const [by, setBy] = useState<DivisionUnit>(expense?.by ?? "even");
  const [problem, setProblem] = useState<string | null>(null);
  const balances = useQuery({ queryKey: ["balances", household], queryFn: () => getBalances(household) });
  const save = useChange(
    (change: ShareChange) =>
      expense ? changeSharing(household, expense.id, change) : shareTransaction(household, transaction.id, change),
    onClose,
  );
  const words = strings.sharing;
  const members = (balances.data?.members ?? []).filter(
    ({ id, isMember }) => isMember || expense?.shares.some(({ member }) => member === id),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const values = new Map(members.map(({ id }) => [id, String(form.get(`share ${id}`) ?? "")]));
    const paidBy = form.get("paidBy");
    const change = shareChange(by, values, digitsOf(transaction.currency), paidBy === null ? null : String(paidBy));
    if (change) {
      save.mutate(change);
    } else {
      setProblem(strings.fixing.noAmount);
    }
  };
  return (
    <form onSubmit={submit} onChange={() => setProblem(null)}>
      {households.length > 1 && (
        <label className="field">
          <span className="label">{words.household}</span>
          <select value={household} onChange={({ currentTarget }) => setHousehold(currentTarget.value)}>
            {households.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {currentBooks() !== null && <Payer key={`${household} ${members.length}`} members={members} payer={payer} />}
      <label className="field">
        <span className="label">{words.how}</span>
        <select value={by} onChange={({ currentTarget }) => setBy(currentTarget.value as DivisionUnit)}>
          {UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {words.by[unit]}
            </option>
          ))}
        </select>
      </label>
      <div key={`${household} ${by}`}>
        {members.map((member) => (
          <ShareField key={member.id} member={member} by={by} expense={expense} currency={transaction.currency} />
        ))}
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {balances.isError && <Notice tone="bad">{explain(balances.error)}</Notice>}
      {save.isError && <Notice tone="bad">{explain(save.error)}</Notice>}
      <div className="buttons">
        <button type="button" className="button" onClick={onClose}>
          {strings.cancel}
        </button>
        <button type="submit" className="button primary" disabled={save.isPending || !balances.data}>
          {strings.save}
        </button>
      </div>
    </form>
  );
}

/** The choice of the member who paid. */
function Payer({ members, payer }: { members: Participant[]; payer: string }) {
  return (
    <label className="field">
      <span className="label">{strings.sharing.paidBy}</span>
      <select name="paidBy" defaultValue={payer}>
        {members.map(({ id }) => (
          <option key={id} value={id}>
            {participantName(members, id)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ShareFieldProps {
  member: Participant;
  by: DivisionUnit;
  expense: SharedExpense | null;
  currency: string;
}

function ShareField({ member, by, expense, currency }: ShareFieldProps) {
  const words = strings.sharing;
  const name = participantName([member], member.id);
  const share = expense?.by === by ? expense.shares.find((known) => known.member === member.id) : undefined;
  if (by === "even") {
    const isIn = expense?.by === "even" ? share !== undefined : member.isMember;
    return (
      <label className="check">
        <input type="checkbox" name={`share ${member.id}`} defaultChecked={isIn} />
        {name}
      </label>
    );
  }
  const amount = share?.amount ? showAmount(share.amount.replace("-", "")) : "";
  return (
    <Field
      label={by === "percent" ? words.percentOf(name) : words.amountOf(name, currency)}
      name={`share ${member.id}`}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={by === "percent" ? (share?.percent ?? "") : amount}
    />
  );
}
