/** The dialog of one transaction: corrections, the reason for its category, and its history. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { FileText, Repeat, Split, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import type { Account, Category, Entry } from "../../api.ts";
import { type EntryChange, type EntryState, explainEntry, listHistory, listRuleNames } from "../../api-entries.ts";
import { digitsOf, parseAmount, showAmount } from "../../lib/amount-input.ts";
import { readTags } from "../../lib/categories.ts";
import { formatDay, formatMoment } from "../../lib/date.ts";
import { entriesPath } from "../../lib/entry-filter.ts";
import { formatMoney } from "../../lib/money.ts";
import { strings } from "../../strings/index.ts";
import { CategorySelect } from "../category-select.tsx";
import { Dialog } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { SplitForm } from "./split-form.tsx";

interface Props {
  entry: Entry;
  /** True to open the split form. */
  isSplitting: boolean;
  account: Account | undefined;
  categories: Category[];
  onChange: (entry: Entry, change: EntryChange) => Promise<Entry>;
  onSplit: (entry: Entry) => void;
  onDelete: (entry: Entry) => void;
  onAlways: (entry: Entry) => void;
  onClose: () => void;
}

export function EntryDialog(props: Props) {
  const { entry, account, categories, onChange, onSplit, onDelete, onAlways, onClose } = props;
  const [splitting, setSplitting] = useState<Entry | null>(props.isSplitting ? entry : null);
  const words = strings.entries;
  return (
    <Dialog title={entry.description} onClose={onClose}>
      <div className="entry-open">
        <p className="hint">
          {[account?.name, formatDay(entry.date), formatMoney((splitting ?? entry).amount, entry.currency)]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {entry.originalDescription !== entry.description && (
          <p className="hint">{words.printedAs(entry.originalDescription)}</p>
        )}
        {splitting ? (
          <SplitForm
            entry={splitting}
            categories={categories}
            onDone={onSplit}
            onCancel={() => (splitting === entry ? setSplitting(null) : onClose())}
          />
        ) : (
          <>
            <div className="tools">
              <button type="button" className="button small" onClick={() => setSplitting(entry)}>
                <Split size={16} aria-hidden /> {words.openSplitForm}
              </button>
              <button type="button" className="button small" onClick={() => onAlways(entry)}>
                <Repeat size={16} aria-hidden /> {words.always}
              </button>
              {entry.statementId && (
                <Link className="button small" href={`/statements/${entry.statementId}?entry=${entry.id}`}>
                  <FileText size={16} aria-hidden /> {words.toStatement}
                </Link>
              )}
              <button type="button" className="button small" onClick={() => onDelete(entry)}>
                <Trash2 size={16} aria-hidden /> {words.delete}
              </button>
            </div>
            <Corrections
              entry={entry}
              categories={categories}
              onChange={onChange}
              // A new amount deletes the splits. The old ones are the starting point for new ones.
              onAmountOfSplit={(changed) => setSplitting({ ...changed, splits: entry.splits })}
              onClose={onClose}
            />
          </>
        )}
        <Why entry={entry} categories={categories} onLeave={onClose} />
        <History entry={entry} categories={categories} />
      </div>
    </Dialog>
  );
}

interface CorrectionsProps {
  entry: Entry;
  categories: Category[];
  onChange: (entry: Entry, change: EntryChange) => Promise<Entry>;
  onAmountOfSplit: (changed: Entry) => void;
  onClose: () => void;
}

function Corrections({ entry, categories, onChange, onAmountOfSplit, onClose }: CorrectionsProps) {
  const [complaint, setComplaint] = useState<string | null>(null);
  const words = strings.entries;
  const save = useMutation({
    mutationFn: async (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? "").trim();
      const amount = parseAmount(text("amount"), digitsOf(entry.currency));
      if (amount === null) {
        setComplaint(strings.fixing.noAmount);
        return;
      }
      const change: EntryChange = {};
      const tags = readTags(text("tags"));
      if (text("description") !== entry.description) change.description = text("description");
      if (text("date") !== entry.date) change.date = text("date");
      if (amount !== entry.amount) change.amount = amount;
      if (text("note") !== entry.note) change.note = text("note");
      if (tags.join(",") !== entry.tags.join(",")) change.tags = tags;
      if (entry.splits.length === 0 && text("category") !== (entry.categoryId ?? "")) {
        change.categoryId = text("category") || null;
      }
      const kind = form.get("transfer") === null ? "entry" : "transfer";
      if (kind !== entry.kind) change.kind = kind;
      if (Object.keys(change).length > 0) {
        const changed = await onChange(entry, change);
        if (change.amount !== undefined && entry.splits.length > 0) {
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
      <Field
        label={words.description}
        name="description"
        required
        pattern=".*\S.*"
        maxLength={1000}
        defaultValue={entry.description}
      />
      <div className="pair">
        <Field label={strings.statement.date} name="date" type="date" required defaultValue={entry.date} />
        <Field
          label={strings.fixing.amountIn(entry.currency)}
          name="amount"
          required
          inputMode="decimal"
          autoComplete="off"
          {...(entry.splits.length > 0 && { hint: words.amountOfSplit })}
          complaint={complaint}
          defaultValue={showAmount(entry.amount)}
          onChange={() => setComplaint(null)}
        />
      </div>
      {entry.splits.length > 0 ? (
        <ul className="parts">
          {entry.splits.map((part, index) => (
            <li key={index}>
              <span>{categories.find(({ id }) => id === part.categoryId)?.name ?? words.uncategorised}</span>
              <span className="figure">{formatMoney(part.amount, entry.currency)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <label className="field">
          <span className="label">{words.category}</span>
          <CategorySelect name="category" categories={categories} defaultValue={entry.categoryId ?? ""} />
        </label>
      )}
      <Field label={words.note} name="note" maxLength={5000} defaultValue={entry.note} />
      <Field label={words.tags} hint={words.tagsHint} name="tags" defaultValue={entry.tags.join(", ")} />
      <label className="check">
        <input type="checkbox" name="transfer" defaultChecked={entry.kind === "transfer"} />
        {words.isTransfer}
      </label>
      {save.isError && <Notice tone="bad">{explain(save.error)}</Notice>}
      <div className="buttons">
        <button type="button" className="button" onClick={onClose}>
          {strings.cancel}
        </button>
        <button type="submit" className="button primary" disabled={save.isPending}>
          {strings.save}
        </button>
      </div>
    </form>
  );
}

/** Number of earlier transactions shown as a reason. */
const DECIDED_SHOWN = 5;

/** The reason for the transaction's category, with links to the deciding rule or transactions. */
function Why({ entry, categories, onLeave }: { entry: Entry; categories: Category[]; onLeave: () => void }) {
  const why = useQuery({ queryKey: ["explanation", entry.id], queryFn: () => explainEntry(entry.id) });
  const rules = useQuery({ queryKey: ["rule-names"], queryFn: listRuleNames, enabled: entry.categoryBy === "rule" });
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
        {entry.categoryId === null ? words.none : words[entry.categoryBy]}
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
            {suggestion.words.length > 0 && ` ${words.byTheWords(suggestion.words)}`}
          </p>
          {suggestion.because.length > 0 && (
            <ul className="because" aria-label={words.because}>
              {suggestion.because.slice(0, DECIDED_SHOWN).map((other) => (
                <li key={other.id}>
                  <Link href={entriesPath({ text: other.description, account: other.accountId })} onClick={onLeave}>
                    {other.description}
                  </Link>
                  <span className="hint">
                    {formatDay(other.date)} · {formatMoney(other.amount, other.currency)}
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

function History({ entry, categories }: { entry: Entry; categories: Category[] }) {
  const history = useQuery({ queryKey: ["history", entry.id], queryFn: () => listHistory(entry.id) });
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
            <span className="hint">{formatMoment(edit.createdAt)}</span>
            {before && after && (
              <ul>
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
function differences(before: EntryState, after: EntryState, categories: Category[]): string[] {
  const words = strings.entries;
  const category = (id: string | null) => categories.find((known) => known.id === id)?.name ?? words.uncategorised;
  const tell: [string, (state: EntryState) => string][] = [
    [words.description, ({ description }) => description],
    [strings.statement.date, ({ date }) => formatDay(date)],
    [strings.statement.amount, ({ amount }) => formatMoney(amount.amount, amount.currency)],
    [words.category, (state) => category(state.category)],
    [words.note, ({ note }) => note || "–"],
    [words.tags, ({ tags }) => tags.join(", ") || "–"],
    [words.transfer, ({ kind }) => (kind === "transfer" ? strings.history.yes : strings.history.no)],
    [words.parts, ({ splits }) => String(splits.length)],
  ];
  return tell.flatMap(([name, of]) =>
    of(before) === of(after) ? [] : [strings.history.became(name, of(before), of(after))],
  );
}
