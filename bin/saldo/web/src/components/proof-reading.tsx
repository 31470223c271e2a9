/** The reading of one account of a statement: the printed figures that hold, open questions, and origins. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Answer, type Contradiction, type Transaction, type StatementAccount, answerStatement } from "../api.ts";
import { formatDay } from "../lib/date.ts";
import { absolute, formatMoney, isNegative } from "../lib/money.ts";
import { strings } from "../strings/index.ts";
import { CurrencyField } from "./currency-field.tsx";
import { Field } from "./field.tsx";
import { Notice, explain } from "./notice.tsx";
import { Controls, Needs } from "./role.tsx";

interface Props {
  statementId: string;
  /** The index of the account in the statement. */
  part: number;
  account: StatementAccount;
  transactions: Transaction[];
  onActivate: (id: string | null) => void;
}

type Fact = "currency" | "year";

/** The number of printed figures that hold, and the first place that does not. */
export function Checks({ account, transactions, onActivate }: Omit<Props, "statementId" | "part">) {
  const words = strings.reading;
  const { printed, holding } = account.checks;
  const first = account.contradictions[0];
  const place = first?.entryId ?? first?.afterEntryId;
  const text =
    printed === 0 ? words.nothing : holding === printed ? words.allHold(printed) : words.someHold(holding, printed);
  return (
    <p className="holding">
      {text} {printed > 0 && holding === printed && account.outcome === "unchecked" && words.noProof}
      {first && <span className="money"> {describePlace(first, transactions, account.currency)}</span>}
      {place && (
        <>
          {" "}
          <button type="button" className="link" onClick={() => onActivate(place)}>
            {words.show}
          </button>
        </>
      )}
    </p>
  );
}

function describePlace(one: Contradiction, transactions: Transaction[], currency: string): string {
  const words = strings.reading;
  const amount = formatMoney(absolute(one.difference), currency);
  const row = (id: string | null) => transactions.findIndex((transaction) => transaction.id === id) + 1;
  const [from, to] = [row(one.afterEntryId), row(one.entryId)];
  if (one.figure === "running_balance" && from > 0 && to > 0) {
    return words.between(Math.min(from, to), Math.max(from, to), amount);
  }
  const hasFigure = one.figure !== "date" && one.figure !== "sign";
  return to > 0 && hasFigure ? words.beside(to, amount) : words.figure[one.figure](amount);
}

/** The open questions and the origins of an account, each of which can be changed. */
export function ReadingOf({ statementId, part, account, transactions }: Omit<Props, "onActivate">) {
  const client = useQueryClient();
  const [editing, setEditing] = useState<Fact | null>(null);
  const answer = useMutation({
    mutationFn: (given: Answer) => answerStatement(statementId, part, given),
    onSettled: () => client.invalidateQueries(),
  });
  const asks = (fact: Fact) => account.questions.includes(fact) || editing === fact;
  const form = { isBusy: answer.isPending, onAnswer: answer.mutate };
  return (
    <>
      {answer.isError && <Notice tone="bad">{explain(answer.error)}</Notice>}
      <Controls>
        {account.questions.includes("reading") && (
          <WhichReading account={account} transactions={transactions} {...form} />
        )}
        {asks("currency") && <WhichCurrency account={account} {...form} />}
        {asks("year") && <WhichYear transactions={transactions} {...form} />}
      </Controls>
      {account.origins && <Origins account={account} onEdit={setEditing} />}
    </>
  );
}

interface Question {
  isBusy: boolean;
  onAnswer: (answer: Answer) => void;
}

/** Offers the shown reading and the alternatives, each by the transactions in which they differ. */
function WhichReading({ account, transactions, isBusy, onAnswer }: Question & Pick<Props, "account" | "transactions">) {
  const words = strings.reading;
  const readings = readingsOf(account, transactions);
  const names = readings.map(({ rows, isShown }) => nameOf(account, rows, isShown));
  // Readings of the same name are distinguished by their numbers.
  const label = (index: number) => {
    const name = names[index] ?? "";
    return names.filter((other) => other === name).length > 1 ? words.numbered(name, index + 1) : name;
  };
  return (
    <section className="question">
      <h2>{words.which}</h2>
      <p className="hint">{words.whichHint}</p>
      <ul>
        {readings.map(({ rows, isShown }, index) => (
          <Choice
            key={index}
            label={label(index)}
            details={rows.map(({ description, date, amount }) =>
              words.example(
                description,
                differsBy("dates", account) ? formatDay(date) : formatMoney(amount, account.currency),
              ),
            )}
            isBusy={isBusy}
            onChoose={() => onAnswer(isShown ? { asShown: true } : { alternative: index - 1 })}
          />
        ))}
      </ul>
    </section>
  );
}

const differsBy = (what: "signs" | "dates", account: StatementAccount) =>
  account.alternatives.some(({ differs }) => differs.includes(what));

/**
 * Returns the shown reading and the alternatives, each with the same transactions: those in which any
 * differs.
 */
function readingsOf(account: StatementAccount, transactions: Transaction[]) {
  const ids = new Set(account.alternatives.flatMap(({ examples }) => examples.map(({ entryId }) => entryId)));
  const rows = transactions.filter(({ id }) => ids.has(id));
  const others = account.alternatives.map(({ examples }) => ({
    isShown: false,
    rows: rows.map((row) => ({ ...row, ...examples.find(({ entryId }) => entryId === row.id) })),
  }));
  return [{ isShown: true, rows }, ...others];
}

/** Returns a name for a reading: purchases or deposits if it makes all transactions in question the same. */
function nameOf(account: StatementAccount, rows: Transaction[], isShown: boolean): string {
  const words = strings.reading;
  const outgoing = rows.filter(({ amount }) => isNegative(amount)).length;
  if (differsBy("signs", account) && rows.length > 0 && (outgoing === 0 || outgoing === rows.length)) {
    return outgoing > 0 ? words.purchases : words.deposits;
  }
  return isShown ? words.asShown : words.other;
}

interface ChoiceProps {
  label: string;
  details: string[];
  isBusy: boolean;
  onChoose: () => void;
}

function Choice({ label, details, isBusy, onChoose }: ChoiceProps) {
  return (
    <li>
      {details.length > 0 && (
        <span>
          {details.map((detail, index) => (
            <span key={index} className="money">
              {detail}
            </span>
          ))}
        </span>
      )}
      <button type="button" className="button" disabled={isBusy} onClick={onChoose}>
        {label}
      </button>
    </li>
  );
}

function WhichCurrency({ account, isBusy, onAnswer }: Question & Pick<Props, "account">) {
  const words = strings.reading;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onAnswer({ currency: String(new FormData(event.currentTarget).get("currency")).toUpperCase() });
  };
  return (
    <section className="question">
      <h2>{words.currencyTitle(account.currency)}</h2>
      <p className="hint">{words.currencyHint}</p>
      <form className="answer" onSubmit={submit}>
        <button
          type="button"
          className="button primary"
          disabled={isBusy}
          onClick={() => onAnswer({ currency: account.currency })}
        >
          {words.yes(account.currency)}
        </button>
        <CurrencyField label={words.currency} name="currency" required />
        <button type="submit" className="button" disabled={isBusy}>
          {words.change}
        </button>
      </form>
    </section>
  );
}

function WhichYear({ transactions, isBusy, onAnswer }: Question & Pick<Props, "transactions">) {
  const words = strings.reading;
  const last = transactions.reduce((latest, { date }) => (date > latest ? date : latest), "");
  const year = Number(last.slice(0, 4));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onAnswer({ year: Number(new FormData(event.currentTarget).get("year")) });
  };
  return (
    <section className="question">
      <h2>{words.yearTitle(year)}</h2>
      <p className="hint">{words.yearHint}</p>
      <form className="answer" onSubmit={submit}>
        <button type="button" className="button primary" disabled={isBusy} onClick={() => onAnswer({ year })}>
          {words.yes(String(year))}
        </button>
        <Field label={words.year} name="year" type="number" min={1900} max={2999} required />
        <button type="submit" className="button" disabled={isBusy}>
          {words.change}
        </button>
      </form>
    </section>
  );
}

function Origins({ account, onEdit }: Pick<Props, "account"> & { onEdit: (fact: Fact) => void }) {
  const words = strings.reading;
  const { origins } = account;
  if (origins === null) {
    return null;
  }
  return (
    <section className="origins">
      <h2>{words.title}</h2>
      <dl>
        {(["currency", "year", "kind", "signs"] as const).map((fact) => (
          <div key={fact} className={origins[fact]}>
            <dt>{words.facts[fact]}</dt>
            <dd>
              {words.origin[origins[fact]]}
              {(fact === "currency" || fact === "year") && origins[fact] !== "printed" && (
                <Needs>
                  <button
                    type="button"
                    className="link"
                    aria-label={words.changeFact(words.facts[fact])}
                    onClick={() => onEdit(fact)}
                  >
                    {words.change}
                  </button>
                </Needs>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
