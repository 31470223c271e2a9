/** The contributions to a goal: a list that opens, and a form that adds one. */
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { type Contribution, type Goal, addContribution, deleteContribution, listContributions } from "../api-goals.ts";
import { digitsOf, parseAmount } from "../lib/amount-input.ts";
import { formatDay, today } from "../lib/date.ts";
import { formatMoney, isZero } from "../lib/money.ts";
import { useChange } from "../lib/use-change.ts";
import { strings } from "../strings/index.ts";
import { Field } from "./field.tsx";
import { Notice, explain } from "./notice.tsx";
import { Needs } from "./role.tsx";

interface Props {
  goal: Goal;
  onDeleted: (contribution: Contribution) => void;
}

export function Contributions({ goal, onDeleted }: Props) {
  const words = strings.goals;
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {words.contributions(goal.contributions)}
        <span className="hidden"> {goal.name}</span>
      </summary>
      {isOpen && <Opened goal={goal} onDeleted={onDeleted} />}
    </details>
  );
}

function Opened({ goal, onDeleted }: Props) {
  const words = strings.goals;
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const listed = useQuery({ queryKey: ["goals", goal.id], queryFn: () => listContributions(goal.id) });
  const add = useChange(
    ({ date, amount }: Omit<Contribution, "id">) => addContribution(goal.id, date, amount),
    () => form.current?.reset(),
  );
  const remove = useChange(async (contribution: Contribution) => {
    await deleteContribution(contribution.id);
    return contribution;
  }, onDeleted);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const amount = parseAmount(String(values.get("amount")), digitsOf(goal.currency));
    if (amount === null || isZero(amount)) {
      setProblem(strings.fixing.noAmount);
    } else {
      add.mutate({ date: String(values.get("date")), amount });
    }
  };
  const error = listed.error ?? add.error ?? remove.error;
  return (
    <div className="contributions">
      <Needs>
        <form ref={form} onSubmit={submit}>
          <Field label={strings.accounts.day} name="date" type="date" defaultValue={today()} required />
          <Field
            label={strings.fixing.amountIn(goal.currency)}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            hint={words.takenOut}
            problem={problem}
            onChange={() => setProblem(null)}
            required
          />
          <button type="submit" className="button" disabled={add.isPending}>
            {strings.fixing.addIt}
          </button>
        </form>
      </Needs>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {listed.data && listed.data.length > 0 && (
        <ul className="made">
          {listed.data.map((one) => (
            <li key={one.id}>
              <span>{formatDay(one.date)}</span>
              <span className="figure">{formatMoney(one.amount, goal.currency, "always")}</span>
              <Needs>
                <button type="button" className="quiet" disabled={remove.isPending} onClick={() => remove.mutate(one)}>
                  {strings.categories.delete}
                  <span className="hidden"> {formatDay(one.date)}</span>
                </button>
              </Needs>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
