/** A booked line in the list of entries: read, and where it is active, corrected. */
import { Pencil } from "lucide-react";
import { type KeyboardEvent, memo, useState } from "react";
import { Link } from "wouter";
import type { Account, Category, Entry } from "../api.ts";
import { formatDay } from "../lib/date.ts";
import type { Editing } from "../lib/entry-keys.ts";
import { formatMoney, isNegative } from "../lib/money.ts";
import { strings } from "../strings/index.ts";

/** What a person may change of an entry. */
export interface EntryChange {
  description?: string;
  categoryId?: string | null;
}

interface Props {
  entry: Entry;
  index: number;
  offset: number;
  accounts: Map<string, Account>;
  categories: Category[];
  isActive: boolean;
  editing: Editing;
  onActivate: (index: number) => void;
  onEdit: (editing: Editing) => void;
  onChange: (id: string, change: EntryChange) => void;
}

export const EntryRow = memo(function EntryRow(props: Props) {
  const { entry, index, offset, accounts, categories, isActive, editing, onActivate, onEdit, onChange } = props;
  const account = accounts.get(entry.accountId);
  const place = account ? (account.institution ?? account.name) : "";
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-current={isActive || undefined}
      className={isActive ? "entry active" : "entry"}
      style={{ transform: `translateY(${offset}px)` }}
      onClick={() => onActivate(index)}
    >
      <span role="cell" className="day">
        {formatDay(entry.date)}
      </span>
      <span role="cell" className="text">
        {editing === "description" ? (
          <EditDescription entry={entry} onEnd={() => onEdit(null)} onChange={(change) => onChange(entry.id, change)} />
        ) : (
          <>
            <span className="clip" title={entry.originalDescription}>
              {entry.description}
            </span>
            <button
              type="button"
              className="quiet icon edit"
              aria-label={`${strings.entries.edit}: ${entry.description}`}
              onClick={() => {
                onActivate(index);
                onEdit("description");
              }}
            >
              <Pencil size={14} aria-hidden />
            </button>
          </>
        )}
      </span>
      <span role="cell" className="category">
        <EditCategory
          entry={entry}
          categories={categories}
          isFocused={editing === "category"}
          onChange={(categoryId) => {
            onChange(entry.id, { categoryId });
            onEdit(null);
          }}
        />
      </span>
      <span role="cell" className="account">
        {entry.statementId ? (
          <Link href={`/statements/${entry.statementId}`} title={strings.entries.toStatement} className="clip">
            {place}
          </Link>
        ) : (
          <span className="clip">{place}</span>
        )}
      </span>
      <span role="cell" className={isNegative(entry.amount) ? "figure" : "figure in"}>
        {formatMoney(entry.amount, entry.currency)}
      </span>
    </div>
  );
});

interface DescriptionProps {
  entry: Entry;
  onEnd: () => void;
  onChange: (change: EntryChange) => void;
}

function EditDescription({ entry, onEnd, onChange }: DescriptionProps) {
  const finish = (value: string) => {
    const description = value.trim();
    if (description !== "" && description !== entry.description) {
      onChange({ description });
    }
    onEnd();
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      event.preventDefault();
      finish(event.currentTarget.value);
    } else if (event.key === "Escape") {
      event.preventDefault();
      onEnd();
    }
  };
  return (
    <input
      aria-label={strings.entries.edit}
      defaultValue={entry.description}
      maxLength={1000}
      autoFocus
      onKeyDown={onKey}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  );
}

interface CategoryProps {
  entry: Entry;
  categories: Category[];
  isFocused: boolean;
  onChange: (categoryId: string | null) => void;
}

/** The choices are drawn for whoever comes near: forty rows of forty choices would make scrolling slow. */
function EditCategory({ entry, categories, isFocused, onChange }: CategoryProps) {
  const [isNear, setNear] = useState(false);
  const shown = isNear || isFocused ? categories : categories.filter(({ id }) => id === entry.categoryId);
  return (
    <select
      key={isFocused ? "focused" : "idle"}
      aria-label={`${strings.entries.category}: ${entry.description}`}
      className={entry.categoryId === null ? "none" : ""}
      value={entry.categoryId ?? ""}
      autoFocus={isFocused}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      onChange={(event) => onChange(event.currentTarget.value === "" ? null : event.currentTarget.value)}
    >
      <option value="">{strings.entries.uncategorised}</option>
      {shown.map((category) => (
        <option key={category.id} value={category.id}>
          {category.name}
        </option>
      ))}
    </select>
  );
}
