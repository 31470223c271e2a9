/** `/goals` — the savings goals: how much is saved, what is missing, and when it is reached. */
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, CircleCheck, Pencil, Trash2, Undo2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { type Account, listAccounts } from "../api.ts";
import { type Contribution, type Goal, addContribution, deleteGoal, listGoals, orderGoals } from "../api-goals.ts";
import { Bar } from "../components/bar.tsx";
import { Confirm } from "../components/confirm.tsx";
import { type Drag, Grip, useDrag } from "../components/drag.tsx";
import { CountedTwice } from "../components/counted-twice.tsx";
import { Contributions } from "../components/goal-contributions.tsx";
import { GoalDialog } from "../components/goal-dialog.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs } from "../components/role.tsx";
import { Waiting } from "../components/waiting.tsx";
import { accountPath } from "../lib/account-groups.ts";
import { formatDay } from "../lib/date.ts";
import { factsOf, savedPercent, savedWords } from "../lib/goals.ts";
import { formatMoney } from "../lib/money.ts";
import { arranged, inOrder, moved } from "../lib/order.ts";
import { useChange } from "../lib/use-change.ts";
import { strings } from "../strings/index.ts";
import "./goals.css";

/** A deleted contribution, which can be restored. */
interface Deleted {
  goal: Goal;
  contribution: Contribution;
}

export default function GoalsPage() {
  const goals = useQuery({ queryKey: ["goals"], queryFn: listGoals });
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const [editing, setEditing] = useState<Goal | "new" | null>(null);
  const [ending, setEnding] = useState<Goal | null>(null);
  const [deleted, setDeleted] = useState<Deleted | null>(null);
  const remove = useChange(
    (id: string) => deleteGoal(id),
    () => setEnding(null),
  );
  const order = useChange((ids: string[]) => orderGoals(ids));
  const words = strings.goals;
  // What came first would move when the notice of waiting above it disappears.
  const data = accounts.isPending ? undefined : goals.data;
  // The new order is shown before the server has stored it.
  const all = inOrder(data?.items ?? [], order.isPending ? order.variables : []);
  const active = all.filter(({ archived }) => !archived);
  const archived = all.filter((goal) => goal.archived);
  const error = goals.error ?? accounts.error ?? order.error;
  const add = (kind: string) => (
    <Needs>
      <button type="button" className={`button ${kind}`} onClick={() => setEditing("new")}>
        {words.add}
      </button>
    </Needs>
  );
  const list = (shown: Goal[]) => (
    <GoalList
      goals={shown}
      accounts={accounts.data ?? []}
      isBusy={order.isPending}
      onOrder={(ids) =>
        order.mutate(
          arranged(
            all.map(({ id }) => id),
            ids,
          ),
        )
      }
      onEdit={setEditing}
      onDelete={setEnding}
      onContributionDeleted={(goal, contribution) => setDeleted({ goal, contribution })}
    />
  );
  return (
    <div className="page goals">
      <Heading title={words.title}>{all.length > 0 && add("")}</Heading>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {(goals.isPending || accounts.isPending) && <Waiting />}
      {data && all.length === 0 && (
        <div className="none">
          <p className="soft">{words.none}</p>
          {add("primary")}
        </div>
      )}
      <CountedTwice
        pairs={data?.possiblyCountedTwice ?? []}
        nameOf={(id) => accounts.data?.find((account) => account.id === id)?.name ?? ""}
      />
      {active.length > 0 && list(active)}
      {archived.length > 0 && (
        <details className="archived">
          <summary>{words.archivedCount(archived.length)}</summary>
          {list(archived)}
        </details>
      )}
      {editing && accounts.data && (
        <GoalDialog
          goal={editing === "new" ? null : editing}
          accounts={accounts.data}
          onClose={() => setEditing(null)}
        />
      )}
      {ending && (
        <Confirm
          title={words.deleteTitle(ending.name)}
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
      <Restore deleted={deleted} onDone={() => setDeleted(null)} />
    </div>
  );
}

/** Offers to add a deleted contribution again. */
function Restore({ deleted, onDone }: { deleted: Deleted | null; onDone: () => void }) {
  const restore = useChange(
    ({ goal, contribution: { date, amount } }: Deleted) => addContribution(goal.id, date, amount),
    onDone,
  );
  if (!deleted) {
    return <Bar />;
  }
  const { goal, contribution } = deleted;
  const amount = formatMoney(contribution.amount, goal.currency, "always");
  return (
    <Bar text={strings.goals.deleted(amount, formatDay(contribution.date))}>
      <button type="button" className="quiet" disabled={restore.isPending} onClick={() => restore.mutate(deleted)}>
        <Undo2 size={16} aria-hidden /> {strings.undo.undo}
      </button>
      <button type="button" className="quiet icon" aria-label={strings.undo.dismiss} onClick={onDone}>
        <X size={16} aria-hidden />
      </button>
    </Bar>
  );
}

interface ListProps {
  goals: Goal[];
  accounts: Account[];
  isBusy: boolean;
  onOrder: (ids: string[]) => void;
  onEdit: (goal: Goal) => void;
  onDelete: (goal: Goal) => void;
  onContributionDeleted: (goal: Goal, contribution: Contribution) => void;
}

/** Goals that are dragged, or moved with the buttons, into the user's order. */
function GoalList({ goals, accounts, isBusy, onOrder, ...on }: ListProps) {
  const move = (from: number, to: number) =>
    onOrder(
      moved(
        goals.map(({ id }) => id),
        from,
        to,
      ),
    );
  const drag = useDrag<HTMLUListElement>(move);
  return (
    <ul className="list" ref={drag.list}>
      {goals.map((goal, index) => (
        <GoalItem
          key={goal.id}
          goal={goal}
          accounts={accounts}
          index={index}
          drag={goals.length > 1 ? drag : null}
          isFirst={index === 0}
          isLast={index === goals.length - 1}
          isBusy={isBusy}
          onMove={(by) => move(index, index + by)}
          onEdit={() => on.onEdit(goal)}
          onDelete={() => on.onDelete(goal)}
          onContributionDeleted={(contribution) => on.onContributionDeleted(goal, contribution)}
        />
      ))}
    </ul>
  );
}

interface ItemProps {
  goal: Goal;
  accounts: Account[];
  index: number;
  /** Absent if there is nothing to arrange. */
  drag: Drag<HTMLUListElement> | null;
  isFirst: boolean;
  isLast: boolean;
  isBusy: boolean;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onDelete: () => void;
  onContributionDeleted: (contribution: Contribution) => void;
}

function GoalItem({ goal, accounts, index, drag, isFirst, isLast, isBusy, ...on }: ItemProps) {
  const words = strings.goals;
  return (
    <li className="goal" {...drag?.propsOf(index)}>
      <div className="top">
        {drag && (
          <Needs>
            <Grip {...drag.gripOf(index)} />
          </Needs>
        )}
        <h2>{goal.name}</h2>
        <div className="acts">
          <Needs>
            <Act name={goal.name} word={words.up} isOff={isFirst || isBusy} onClick={() => on.onMove(-1)}>
              <ArrowUp size={16} aria-hidden />
            </Act>
            <Act name={goal.name} word={words.down} isOff={isLast || isBusy} onClick={() => on.onMove(1)}>
              <ArrowDown size={16} aria-hidden />
            </Act>
            <Act name={goal.name} word={strings.categories.edit} onClick={on.onEdit}>
              <Pencil size={16} aria-hidden />
            </Act>
            <Act name={goal.name} word={strings.categories.delete} onClick={on.onDelete}>
              <Trash2 size={16} aria-hidden />
            </Act>
          </Needs>
        </div>
      </div>
      <p className="saved">{savedWords(goal)}</p>
      <span className="gauge" aria-hidden>
        <span style={{ width: `${savedPercent(goal)}%` }} />
      </span>
      {goal.progress.reached && (
        <p className="state good">
          <CircleCheck size={18} strokeWidth={2} aria-hidden />
          <span>{words.reached}</span>
        </p>
      )}
      <Facts goal={goal} />
      {goal.note && <p className="note">{goal.note}</p>}
      <Earmarks goal={goal} accounts={accounts} />
      {goal.source === "contributions" && <Contributions goal={goal} onDeleted={on.onContributionDeleted} />}
    </li>
  );
}

function Act(props: { name: string; word: string; isOff?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="quiet icon" title={props.word} disabled={props.isOff} onClick={props.onClick}>
      {props.children}
      <span className="hidden">
        {props.word} {props.name}
      </span>
    </button>
  );
}

function Facts({ goal }: { goal: Goal }) {
  const facts = factsOf(goal);
  if (facts.length === 0) {
    return null;
  }
  return (
    <dl className="facts">
      {facts.map(({ name, value, detail, isUnknown }) => (
        <div key={name}>
          <dt className="hint">{name}</dt>
          <dd className={isUnknown ? "soft" : "figure"}>{value}</dd>
          {detail && <dd className="hint">{detail}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** The accounts of a goal with the part that counts, and a warning if more is set aside than there is. */
function Earmarks({ goal, accounts }: Pick<ItemProps, "goal" | "accounts">) {
  const words = strings.goals;
  if (goal.accounts.length === 0) {
    return null;
  }
  return (
    <ul className="parts">
      {goal.accounts.map(({ accountId, amount, balance, overAllocated }) => {
        const name = accounts.find(({ id }) => id === accountId)?.name ?? "";
        const money = (text: string) => formatMoney(text, goal.currency);
        const held = balance === null ? strings.overview.noBalance : money(balance);
        return (
          <li key={accountId}>
            <Link href={accountPath(accountId)}>{name}</Link>{" "}
            <span className="soft">{amount === null ? words.whole(held) : words.partOf(money(amount), held)}</span>
            {overAllocated && <p className="over">{words.over(money(overAllocated))}</p>}
          </li>
        );
      })}
    </ul>
  );
}
