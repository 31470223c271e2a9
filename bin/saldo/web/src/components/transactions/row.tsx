/** A row in the list of transactions. The active row can be edited in place. */
import { ArrowLeftRight, FileText, MoreHorizontal, Sparkles, Split, StickyNote } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { Account, Category, Transaction } from "../../api.ts";
import type { TransactionChange } from "../../api-transactions.ts";
import { readTags } from "../../lib/categories.ts";
import { formatDay } from "../../lib/date.ts";
import type { Editing } from "../../lib/transaction-keys.ts";
import { formatMoney, isNegative } from "../../lib/money.ts";
import { passOn, useConfirmedChoice } from "../../lib/picker-keys.ts";
import { strings } from "../../strings/index.ts";
import { CategorySelect } from "../category-select.tsx";
import { Controls, Needs } from "../role.tsx";

interface Props {
  transaction: Transaction;
  index: number;
  /** The position among the rows, which include the heads of groups. */
  row: number;
  offset: number;
  /** The account; absent if there is only one. */
  account: Account | undefined;
  categories: Category[];
  isActive: boolean;
  isSelected: boolean;
  editing: Editing;
  onActivate: (index: number) => void;
  onSelect: (index: number, withRange: boolean) => void;
  onOpen: (index: number) => void;
  onSplit: (transaction: Transaction) => void;
  onEdit: (editing: Editing) => void;
  onChange: (transaction: Transaction, change: TransactionChange) => void;
}

export const TransactionRow = memo(function TransactionRow(props: Props) {
  const { transaction, index, row, offset, account, categories, isActive, isSelected, editing } = props;
  const { onActivate, onSelect, onOpen, onSplit, onEdit, onChange } = props;
  const words = strings.transactions;
  const place = account ? (account.institution ?? account.name) : "";
  return (
    <div
      role="row"
      aria-rowindex={row + 1}
      aria-current={isActive || undefined}
      className={`transaction ${isActive ? "active" : ""} ${isSelected ? "chosen" : ""}`}
      style={{ transform: `translateY(${offset}px)` }}
      onClick={() => onActivate(index)}
      onDoubleClick={({ target }) => {
        // Two quick clicks on a control are not a double click on the row.
        if (target instanceof Element && !target.closest("label, select, button, a, input")) {
          onOpen(index);
        }
      }}
    >
      <span role="cell" className="tick">
        <Needs>
          {/* The label enlarges the small box for touch. */}
          <label>
            <input
              type="checkbox"
              aria-label={words.select(transaction.description)}
              checked={isSelected}
              onChange={(event) => onSelect(index, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          </label>
        </Needs>
      </span>
      <span role="cell" className="day">
        {formatDay(transaction.date)}
      </span>
      <span role="cell" className="text">
        {editing === "description" || editing === "note" || editing === "tags" ? (
          <EditText
            key={editing}
            transaction={transaction}
            what={editing}
            onEnd={() => onEdit(null)}
            onChange={onChange}
          />
        ) : (
          <Words transaction={transaction} />
        )}
        <button
          type="button"
          className="quiet icon open"
          aria-label={words.open(transaction.description)}
          onClick={() => onOpen(index)}
        >
          <MoreHorizontal size={16} aria-hidden />
        </button>
      </span>
      <span role="cell" className="category">
        {transaction.splits.length > 0 ? (
          // Selecting one category here would remove the splits without asking.
          <button
            type="button"
            className="quiet splits"
            aria-label={words.openSplits(transaction.splits.length, transaction.description)}
            onClick={() => onSplit(transaction)}
          >
            {words.splitCount(transaction.splits.length)}
          </button>
        ) : (
          <Controls>
            <EditCategory
              transaction={transaction}
              categories={categories}
              isFocused={editing === "category"}
              onEnd={() => onEdit(null)}
              onChange={(categoryId) => {
                onChange(transaction, { categoryId });
                onEdit(null);
              }}
            />
          </Controls>
        )}
        {transaction.splits.length === 0 &&
          (transaction.categoryBy === "learned" || transaction.categoryBy === "model") &&
          transaction.categoryId !== null && (
            <Sparkles size={14} role="img" aria-label={strings.why.suggested[transaction.categoryBy]} />
          )}
      </span>
      <span role="cell" className="account">
        {transaction.statementId ? (
          <Link
            href={`/statements/${transaction.statementId}?transaction=${transaction.id}`}
            title={words.toStatement}
            className="clip"
          >
            {place || <FileText size={16} role="img" aria-label={words.toStatement} />}
          </Link>
        ) : (
          <span className="clip">{place}</span>
        )}
      </span>
      <span role="cell" className={isNegative(transaction.amount) ? "figure" : "figure in"}>
        {formatMoney(transaction.amount, transaction.currency)}
      </span>
    </div>
  );
});

/** The description with its icons and tags. */
function Words({ transaction }: { transaction: Transaction }) {
  const words = strings.transactions;
  return (
    <>
      {transaction.merchantNamed && <span className="clip merchant">{transaction.merchant}</span>}
      <span className="clip" title={transaction.originalDescription}>
        {transaction.description}
      </span>
      {transaction.kind === "transfer" && <ArrowLeftRight size={14} role="img" aria-label={words.transfer} />}
      {transaction.splits.length > 0 && <Split size={14} role="img" aria-label={words.isSplit} />}
      {transaction.note !== "" && <StickyNote size={14} role="img" aria-label={`${words.note}: ${transaction.note}`} />}
      {transaction.tags.map((tag) => (
        <span key={tag} className="tag">
          {tag}
        </span>
      ))}
    </>
  );
}

interface TextProps {
  transaction: Transaction;
  what: "description" | "note" | "tags";
  onEnd: () => void;
  onChange: (transaction: Transaction, change: TransactionChange) => void;
}

function EditText({ transaction, what, onEnd, onChange }: TextProps) {
  const words = strings.transactions;
  const before = what === "tags" ? transaction.tags.join(", ") : transaction[what];
  const finish = (typed: string) => {
    const text = typed.trim();
    if (text !== before && (what !== "description" || text !== "")) {
      onChange(transaction, what === "tags" ? { tags: readTags(text) } : { [what]: text });
    }
    onEnd();
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      finish(event.key === "Enter" ? event.currentTarget.value : before);
    }
  };
  return (
    <input
      aria-label={what === "tags" ? words.tagsHint : words[what]}
      placeholder={what === "tags" ? words.tagsHint : words[what]}
      defaultValue={before}
      maxLength={1000}
      autoFocus
      onKeyDown={onKey}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  );
}

interface CategoryProps {
  transaction: Transaction;
  categories: Category[];
  isFocused: boolean;
  onEnd: () => void;
  onChange: (categoryId: string | null) => void;
}

/** The options are rendered only on hover or focus: forty rows of forty options would slow down scrolling. */
function EditCategory({ transaction, categories, isFocused, onEnd, onChange }: CategoryProps) {
  const [isNear, setNear] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const confirm = useConfirmedChoice(onChange);
  useEffect(() => {
    // Open the options: in a closed select, each typed letter would change the category.
    if (isFocused) {
      select.current?.focus();
      select.current?.showPicker?.();
    }
  }, [isFocused]);
  const shown = isNear || isFocused ? categories : categories.filter(({ id }) => id === transaction.categoryId);
  return (
    <CategorySelect
      ref={select}
      categories={shown}
      aria-label={`${strings.transactions.category}: ${transaction.description}`}
      className={transaction.categoryId === null ? "none" : ""}
      value={transaction.categoryId ?? ""}
      onKeyUp={(event) => {
        // The page gets only the `keyup` of the key that closes the options.
        if (event.key === "Escape") {
          event.currentTarget.blur();
        }
      }}
      onKeyDown={isFocused ? passOn : undefined}
      onBlur={isFocused ? onEnd : undefined}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      onChange={({ currentTarget }) => {
        const categoryId = currentTarget.value === "" ? null : currentTarget.value;
        if (isFocused) {
          confirm(categoryId);
          // The next key belongs to the list again.
          currentTarget.blur();
        } else {
          onChange(categoryId);
        }
      }}
    />
  );
}
