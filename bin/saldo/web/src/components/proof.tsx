/** One account of a statement: its transactions with the running balance, and their sum. */
import { Check, Plus, X } from "lucide-react";
import { Fragment, useRef, useState } from "react";
import type { Transaction, StatementAccount, Witness } from "../api.ts";
import { type Correction, breakAt, placeOf, runningBalances, useCorrections } from "../lib/corrections.ts";
import { formatPeriod } from "../lib/date.ts";
import { useKeptFocus } from "../lib/keep-focus.ts";
import { type Decimal, formatMoney, isNegative, sum } from "../lib/money.ts";
import { describeOutcome } from "../lib/statement-state.ts";
import { strings } from "../strings/index.ts";
import { Checks, ReadingOf } from "./proof-reading.tsx";
import { ProofRow } from "./proof-row.tsx";
import { Needs } from "./role.tsx";
import { RowForm, type RowTyped, type RowValues } from "./row-form.tsx";
import { StateMark } from "./state-mark.tsx";
import { LikelyCauses } from "./likely-causes.tsx";

interface Props {
  statementId: string;
  /** The index of the account in the statement. */
  part: number;
  account: StatementAccount;
  /** True if the statement has several accounts. */
  isOneOfMany: boolean;
  transactions: Transaction[];
  activeId: string | null;
  onActivate: (id: string | null) => void;
}

/** Number of rows rendered at first, because an export can have 100,000. */
const ROWS_SHOWN = 500;

/** The open form: for an existing row, or for a new row above the row with index `at`. */
type Editing = { kind: "row"; id: string } | { kind: "new"; at: number; amount: Decimal | null } | null;

export function Proof({ statementId, part, account, isOneOfMany, transactions, activeId, onActivate }: Props) {
  const [editing, setEditing] = useState<Editing>(null);
  const [more, setMore] = useState(0);
  const corrections = useCorrections();
  const proof = useRef<HTMLElement>(null);
  // Rows that scroll or disappear under a resting mouse also report that it left.
  const isHovered = useRef(false);
  const keepFocus = useKeptFocus(proof);
  const words = strings.statement;
  const balances = runningBalances(account, transactions);
  const hasBalances = balances.some((balance) => balance !== null);
  const broken = transactions.findIndex((transaction) => transaction.id === account.firstBrokenEntryId);
  const lit = transactions.findIndex(({ id }) => id === activeId);
  const shown = Math.max(ROWS_SHOWN, broken + 1, lit + 1) + more;
  const close = (...ids: (string | undefined)[]) => {
    keepFocus(...ids.map((id) => `[data-transaction="${id}"] .act button`), ".add");
    setEditing(null);
  };
  const neighbours = (id: string) => {
    const at = transactions.findIndex((transaction) => transaction.id === id);
    return [transactions[at + 1]?.id, transactions[at - 1]?.id];
  };
  const correct = (correction: Correction) => {
    const isThere = correction.kind !== "add";
    const near = isThere ? [correction.transaction.id, ...neighbours(correction.transaction.id)] : [below(editing)];
    corrections.mutate(correction, { onSuccess: () => close(...near) });
  };
  const below = (at: Editing) => (at?.kind === "new" ? transactions[at.at]?.id : at?.id);
  const form = (
    label: string,
    values: RowValues,
    onSave: (typed: RowTyped) => void,
    more: { onRemove?: () => void; onAddAbove?: () => void } = {},
  ) => (
    <tr className="form">
      <td colSpan={hasBalances ? 5 : 4}>
        <RowForm
          label={label}
          values={values}
          currency={account.currency}
          isBusy={corrections.isPending}
          onSave={onSave}
          {...more}
          onCancel={() => close(below(editing))}
        />
      </td>
    </tr>
  );
  const formOfNew = (at: number, amount: Decimal | null) => {
    const date = transactions[Math.min(at, transactions.length - 1)]?.date ?? account.periodStart ?? "";
    return form(strings.fixing.newRow, { date, description: "", amount }, (typed) => {
      const position = (transactions[at] ?? placeOf(typed.date, transactions))?.position;
      const place = position === undefined ? {} : { position };
      correct({ kind: "add", draft: { accountId: account.accountId, statementId, ...place, ...typed } });
    });
  };
  return (
    <article ref={proof} className="proof" aria-busy={corrections.isPending}>
      <header>
        {account.numberMasked && <span className="number">{account.numberMasked}</span>}
        {account.periodStart && account.periodEnd && (
          <span>{formatPeriod(account.periodStart, account.periodEnd)}</span>
        )}
        {isOneOfMany && <StateMark state={describeOutcome(account.outcome, [account])} />}
      </header>
      <Checks account={account} transactions={transactions} onActivate={onActivate} />
      <ReadingOf statementId={statementId} part={part} account={account} transactions={transactions} />
      {account.outcome === "unbalanced" && (
        <LikelyCauses
          account={account}
          transactions={transactions}
          row={broken + 1}
          isBusy={corrections.isPending}
          onCorrect={correct}
          onAdd={(amount, at) => setEditing({ kind: "new", at, amount })}
        />
      )}
      <table>
        <Head hasBalances={hasBalances} />
        <tbody
          onPointerMove={({ pointerType }) => {
            isHovered.current = pointerType === "mouse";
          }}
          onPointerLeave={({ pointerType }) => {
            if (pointerType === "mouse" && isHovered.current) {
              isHovered.current = false;
              onActivate(null);
            }
          }}
        >
          {transactions.slice(0, shown).map((transaction, index) => (
            <Fragment key={transaction.id}>
              {editing?.kind === "new" && editing.at === index && formOfNew(index, editing.amount)}
              {editing?.kind === "row" && editing.id === transaction.id ? (
                form(
                  strings.fixing.correct(transaction.description),
                  transaction,
                  (typed) => correct({ kind: "change", transaction, change: changesOf(transaction, typed) }),
                  {
                    onRemove: () => correct({ kind: "remove", transaction }),
                    onAddAbove: () => setEditing({ kind: "new", at: index, amount: null }),
                  },
                )
              ) : (
                <ProofRow
                  transaction={transaction}
                  balance={hasBalances ? (balances[index] ?? null) : undefined}
                  isActive={transaction.id === activeId}
                  isBroken={index === broken}
                  found={index === broken ? breakAt(account, transactions, index) : null}
                  isBusy={corrections.isPending}
                  onActivate={onActivate}
                  onEdit={() => setEditing({ kind: "row", id: transaction.id })}
                  onSetAmount={(amount) => correct({ kind: "change", transaction, change: { amount } })}
                />
              )}
            </Fragment>
          ))}
          {editing?.kind === "new" &&
            editing.at >= transactions.length &&
            formOfNew(transactions.length, editing.amount)}
        </tbody>
      </table>
      {transactions.length > shown && (
        <button type="button" className="button" onClick={() => setMore(more + ROWS_SHOWN)}>
          {strings.fixing.moreRows(transactions.length - shown)}
        </button>
      )}
      <Needs>
        <button
          type="button"
          className="quiet add"
          onClick={() => setEditing({ kind: "new", at: transactions.length, amount: null })}
        >
          <Plus size={16} aria-hidden /> {strings.fixing.addRow}
        </button>
      </Needs>
      <Foot account={account} transactions={transactions} />
      {account.witnesses.length > 0 && (
        <section className="checks">
          <h2>{words.checks}</h2>
          <ul>
            {account.witnesses.map((witness, index) => (
              <CheckLine key={`${witness.witness} ${index}`} witness={witness} />
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

/** Returns the changed fields only, because every field that is sent counts as the user's own edit. */
function changesOf(transaction: Transaction, typed: RowTyped): Partial<RowTyped> {
  return {
    ...(typed.date === transaction.date ? {} : { date: typed.date }),
    ...(typed.description === transaction.description ? {} : { description: typed.description }),
    ...(typed.amount === transaction.amount ? {} : { amount: typed.amount }),
  };
}

function Head({ hasBalances }: { hasBalances: boolean }) {
  const words = strings.statement;
  return (
    <thead>
      <tr>
        <th scope="col">{words.date}</th>
        <th scope="col">{words.description}</th>
        <th scope="col" className="figure">
          {words.amount}
        </th>
        {hasBalances && (
          <th scope="col" className="figure balance">
            {words.balance}
          </th>
        )}
        <td />
      </tr>
    </thead>
  );
}

/** The proof as a sum: opening balance + money in + money out = closing balance. */
function Foot({ account, transactions }: { account: StatementAccount; transactions: Transaction[] }) {
  const words = strings.statement;
  const { openingBalance: opening, closingBalance: closing, currency } = account;
  const amounts = transactions.map((transaction) => transaction.amount);
  const moneyIn = sum(["0", ...amounts.filter((amount) => !isNegative(amount))]);
  const moneyOut = sum(["0", ...amounts.filter(isNegative)]);
  const lines: [string, string | null, string][] = [
    [words.opening, opening, ""],
    [words.moneyIn, moneyIn, ""],
    [words.moneyOut, moneyOut, ""],
  ];
  if (account.outcome === "unbalanced" && opening !== null) {
    lines.push([words.expected, sum([opening, moneyIn, moneyOut]), "total"]);
  }
  lines.push([words.closing, closing, "total"]);
  if (account.discrepancy !== null) {
    lines.push([words.difference, account.discrepancy, "wrong"]);
  }
  return (
    <dl className={`foot ${account.outcome}`}>
      {lines.map(
        ([name, amount, meaning]) =>
          amount !== null && (
            <div key={name} className={meaning}>
              <dt>{name}</dt>
              <dd className="money">{formatMoney(amount, currency)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function CheckLine({ witness }: { witness: Witness }) {
  const holds = "holds" in witness ? witness.holds : witness.printed === witness.holding;
  return (
    <li className={holds ? "good" : "bad"}>
      {holds ? <Check size={16} aria-hidden /> : <X size={16} aria-hidden />}
      {"holds" in witness
        ? strings.witness[witness.witness](witness.holds)
        : strings.witness[witness.witness](witness.printed, witness.holding)}
    </li>
  );
}
