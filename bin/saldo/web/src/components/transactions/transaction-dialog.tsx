/** The dialog of one transaction: corrections, the reason for its category, and its history. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { FileText, Repeat, Split, Store, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import type { Account, Category, Transaction } from "../../api.ts";
import {
  type TransactionChange,
  type TransactionState,
  explainTransaction,
  listHistory,
  listRuleNames,
} from "../../api-transactions.ts";
import { digitsOf, parseAmount, showAmount } from "../../lib/amount-input.ts";
import { readTags } from "../../lib/categories.ts";
import { formatDay, formatMoment } from "../../lib/date.ts";
import { transactionsPath } from "../../lib/transaction-filter.ts";
import { merchantName } from "../../lib/merchant-name.ts";
import { formatMoney } from "../../lib/money.ts";
import { strings } from "../../strings/index.ts";
import { CategorySelect } from "../category-select.tsx";
import { EditAuthor } from "../edit-author.tsx";
import { Dialog } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { Controls, Needs, useHasRole } from "../role.tsx";
import { Attachments } from "./attachments.tsx";
import { Sharing } from "./sharing.tsx";
import { SplitForm } from "./split-form.tsx";

interface Props {
  transaction: Transaction;
  /** True to open the split form. */
  isSplitting: boolean;
  account: Account | undefined;
  categories: Category[];
  onChange: (transaction: Transaction, change: TransactionChange) => Promise<Transaction>;
  onSplit: (transaction: Transaction) => void;
  onDelete: (transaction: Transaction) => void;
  onAlways: (transaction: Transaction) => void;
  onClose: () => void;
}

export function TransactionDialog(props: Props) {
  const { transaction, account, categories, onChange, onSplit, onDelete, onAlways, onClose } = props;
  const mayEdit = useHasRole("editor");
  const [splitting, setSplitting] = useState<Transaction | null>(props.isSplitting && mayEdit ? transaction : null);
  const words = strings.transactions;
  return (
    <Dialog title={transaction.description} onClose={onClose}>
      <div className="transaction-open">
        <p className="hint">
          {[account?.name, formatDay(transaction.date)].filter(Boolean).join(" · ")} ·{" "}
          <span className="money">{formatMoney((splitting ?? transaction).amount, transaction.currency)}</span>
        </p>
        {transaction.originalDescription !== transaction.description && (
          <p className="hint">{words.printedAs(transaction.originalDescription)}</p>
        )}
        {splitting ? (
          <SplitForm
            transaction={splitting}
            categories={categories}
            onDone={onSplit}
            onCancel={() => (splitting === transaction ? setSplitting(null) : onClose())}
          />
        ) : (
          <>
            <div className="tools">
              <Needs>
                <button type="button" className="button small" onClick={() => setSplitting(transaction)}>
                  <Split size={16} aria-hidden /> {words.openSplitForm}
                </button>
                <button type="button" className="button small" onClick={() => onAlways(transaction)}>
                  <Repeat size={16} aria-hidden /> {words.always}
                </button>
              </Needs>
              {transaction.statementId && (
                <Link
                  className="button small"
                  href={`/statements/${transaction.statementId}?transaction=${transaction.id}`}
                >
                  <FileText size={16} aria-hidden /> {words.toStatement}
                </Link>
              )}
              <Link
                className="button small"
                href={`/merchants?${new URLSearchParams({ text: transaction.merchant })}`}
                title={strings.merchants.title}
              >
                <Store size={16} aria-hidden />
                <span className="hidden">{strings.reports.groupings.merchant}: </span>
                {transaction.merchantNamed ? transaction.merchant : merchantName(transaction.merchant)}
              </Link>
              <Needs>
                <button type="button" className="button small" onClick={() => onDelete(transaction)}>
                  <Trash2 size={16} aria-hidden /> {words.delete}
                </button>
              </Needs>
            </div>
            <Corrections
              transaction={transaction}
              categories={categories}
              onChange={onChange}
              // A new amount deletes the splits. The old ones are the starting point for new ones.
              onAmountOfSplit={(changed) => setSplitting({ ...changed, splits: transaction.splits })}
              onClose={onClose}
            />
          </>
        )}
        <Attachments transaction={transaction.id} />
        <Sharing transaction={transaction} />
        <Why transaction={transaction} categories={categories} onLeave={onClose} />
        <History transaction={transaction} categories={categories} />
      </div>
    </Dialog>
  );
}

interface CorrectionsProps {
  transaction: Transaction;
  categories: Category[];
  onChange: (transaction: Transaction, change: TransactionChange) => Promise<Transaction>;
  onAmountOfSplit: (changed: Transaction) => void;
  onClose: () => void;
}

function Corrections({ transaction, categories, onChange, onAmountOfSplit, onClose }: CorrectionsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const words = strings.transactions;
  const save = useMutation({
    mutationFn: async (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? "").trim();
      const amount = parseAmount(text("amount"), digitsOf(transaction.currency));
      if (amount === null) {
        setProblem(strings.fixing.noAmount);
        return;
      }
      const change: TransactionChange = {};
      const tags = readTags(text("tags"));
      if (text("description") !== transaction.description) change.description = text("description");
      if (text("date") !== transaction.date) change.date = text("date");
      if (amount !== transaction.amount) change.amount = amount;
      if (text("note") !== transaction.note) change.note = text("note");
      if (tags.join(",") !== transaction.tags.join(",")) change.tags = tags;
      if (transaction.splits.length === 0 && text("category") !== (transaction.categoryId ?? "")) {
        change.categoryId = text("category") || null;
      }
      const kind = form.get("transfer") === null ? "entry" : "transfer";
      if (kind !== transaction.kind) change.kind = kind;
      if (Object.keys(change).length > 0) {
        const changed = await onChange(transaction, change);
        if (change.amount !== undefined && transaction.splits.length > 0) {
          onAmountOfSplit(changed);
          return;
        }
      }
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
  };
  return (
    <form className="corrections" onSubmit={submit}>
      <Controls>
        <Field
          label={words.description}
          name="description"
          required
          pattern=".*\S.*"
          maxLength={1000}
          defaultValue={transaction.description}
        />
        <div className="pair">
          <Field label={strings.statement.date} name="date" type="date" required defaultValue={transaction.date} />
          <Field
            label={strings.fixing.amountIn(transaction.currency)}
            name="amount"
            required
            inputMode="decimal"
            autoComplete="off"
            {...(transaction.splits.length > 0 && { hint: words.amountOfSplit })}
            problem={problem}
            defaultValue={showAmount(transaction.amount)}
            onChange={() => setProblem(null)}
          />
        </div>
        {transaction.splits.length > 0 ? (
          <ul className="splits">
            {transaction.splits.map((split, index) => (
              <li key={index}>
                <span>{categories.find(({ id }) => id === split.categoryId)?.name ?? words.uncategorized}</span>
                <span className="figure">{formatMoney(split.amount, transaction.currency)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <label className="field">
            <span className="label">{words.category}</span>
            <CategorySelect name="category" categories={categories} defaultValue={transaction.categoryId ?? ""} />
          </label>
        )}
        <Field label={words.note} name="note" maxLength={5000} defaultValue={transaction.note} />
        <Field label={words.tags} hint={words.tagsHint} name="tags" defaultValue={transaction.tags.join(", ")} />
        <label className="check">
          <input type="checkbox" name="transfer" defaultChecked={transaction.kind === "transfer"} />
          {words.isTransfer}
        </label>
      </Controls>
      {save.isError && <Notice tone="bad">{explain(save.error)}</Notice>}
      <div className="buttons">
        <button type="button" className="button" onClick={onClose}>
          {strings.cancel}
        </button>
        <Needs>
          <button type="submit" className="button primary" disabled={save.isPending}>
            {strings.save}
          </button>
        </Needs>
      </div>
    </form>
  );
}

/** Number of earlier transactions shown as a reason. */
const DECIDED_SHOWN = 5;

/** The reason for the transaction's category, with links to the deciding rule or transactions. */
function Why({
  transaction,
  categories,
  onLeave,
}: {
  transaction: Transaction;
  categories: Category[];
  onLeave: () => void;
}) {
  const why = useQuery({
    queryKey: ["explanation", transaction.id],
    queryFn: () => explainTransaction(transaction.id),
  });
  const rules = useQuery({
    queryKey: ["rule-names"],
    queryFn: listRuleNames,
    enabled: transaction.categoryBy === "rule",
  });
  const words = strings.why;
  if (!why.data) {
    return null;
  }
  const rule = rules.data?.find(({ id }) => id === why.data.ruleId);
  const { suggestion } = why.data;
  const name = categories.find(({ id }) => id === suggestion?.categoryId)?.name;
  return (
    <section>
      <h3>{words.title}</h3>
      <p>
        {transaction.categoryId === null ? words.none : words[transaction.categoryBy]}
        {rule && (
          <>
            {" "}
            <Link href="/settings/rules" onClick={onLeave}>
              {rule.name}
            </Link>
          </>
        )}
      </p>
      {suggestion && name && (
        <>
          <p>
            {words.suggests(name, Math.round(suggestion.certaintyPerMille / 10))}
            {suggestion.words.length > 0 && ` ${words.basedOn(suggestion.words)}`}
          </p>
          {suggestion.because.length > 0 && (
            <ul className="because" aria-label={words.because}>
              {suggestion.because.slice(0, DECIDED_SHOWN).map((other) => (
                <li key={other.id}>
                  <Link
                    href={transactionsPath({ text: other.description, account: other.accountId })}
                    onClick={onLeave}
                  >
                    {other.description}
                  </Link>
                  <span className="hint">
                    {formatDay(other.date)} · <span className="money">{formatMoney(other.amount, other.currency)}</span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

function History({ transaction, categories }: { transaction: Transaction; categories: Category[] }) {
  const history = useQuery({ queryKey: ["history", transaction.id], queryFn: () => listHistory(transaction.id) });
  const words = strings.history;
  if (!history.data || history.data.length === 0) {
    return null;
  }
  return (
    <section>
      <h3>{words.title}</h3>
      <ol className="history">
        {history.data.map(({ edit, before, after }) => (
          <li key={edit.id}>
            <span>
              {words[edit.action]}
              {edit.undone && ` ${words.undone}`}
            </span>
            <span className="hint">
              {formatMoment(edit.createdAt)}
              <EditAuthor edit={edit} />
            </span>
            {before && after && (
              <ul className="money">
                {differences(before, after, categories).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Returns the changes of an edit, one line per field. */
function differences(before: TransactionState, after: TransactionState, categories: Category[]): string[] {
  const words = strings.transactions;
  const category = (id: string | null) => categories.find((known) => known.id === id)?.name ?? words.uncategorized;
  const tell: [string, (state: TransactionState) => string][] = [
    [words.description, ({ description }) => description],
    [strings.statement.date, ({ date }) => formatDay(date)],
    [strings.statement.amount, ({ amount }) => formatMoney(amount.amount, amount.currency)],
    [words.category, (state) => category(state.category)],
    [words.note, ({ note }) => note || "–"],
    [words.tags, ({ tags }) => tags.join(", ") || "–"],
    [words.transfer, ({ kind }) => (kind === "transfer" ? strings.history.yes : strings.history.no)],
    [words.splits, ({ splits }) => String(splits.length)],
  ];
  return tell.flatMap(([name, of]) =>
    of(before) === of(after) ? [] : [strings.history.became(name, of(before), of(after))],
  );
}
