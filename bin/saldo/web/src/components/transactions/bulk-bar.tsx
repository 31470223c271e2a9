/** Bulk actions on transactions. Each is one edit that can be undone. */
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Category } from "../../api.ts";
import type { TransactionChange } from "../../api-transactions.ts";
import { readTags } from "../../lib/categories.ts";
import { strings } from "../../strings/index.ts";
import { CategorySelect } from "../category-select.tsx";

interface Props {
  /** Number of selected transactions; `null` while all filtered ones are selected and not counted yet. */
  count: number | null;
  /** Number of all transactions, if not all are selected. */
  all: number | null;
  /** Number of selected transactions that are split. */
  split: number;
  categories: Category[];
  isBusy: boolean;
  onChange: (change: TransactionChange) => void;
  onDelete: () => void;
  onAll: () => void;
  onClear: () => void;
}

/** The value for "Uncategorized"; an empty value means that no category was selected yet. */
const NO_CATEGORY = "none";

export function BulkBar({ count, all, split, categories, isBusy, onChange, onDelete, onAll, onClear }: Props) {
  const [tags, setTags] = useState("");
  const words = strings.transactions;
  const tag = (event: FormEvent) => {
    event.preventDefault();
    onChange({ addTags: readTags(tags) });
    setTags("");
  };
  return (
    <section className="bulk" aria-label={words.bulk}>
      <strong role="status">{words.selected(count)}</strong>
      {all !== null && (
        <button type="button" className="quiet" onClick={onAll}>
          {words.selectAll(all)}
        </button>
      )}
      <CategorySelect
        categories={[{ id: NO_CATEGORY, key: null, name: words.uncategorized, parentId: null }, ...categories]}
        none={words.setCategory}
        aria-label={words.setCategory}
        value=""
        disabled={isBusy}
        onChange={({ currentTarget: { value } }) => {
          if (value !== "") {
            onChange({ categoryId: value === NO_CATEGORY ? null : value });
          }
        }}
      />
      {split > 0 && <span className="hint">{words.splitsRemoved(split)}</span>}
      <form onSubmit={tag}>
        <input
          aria-label={words.addTags}
          placeholder={words.addTags}
          value={tags}
          onChange={(event) => setTags(event.currentTarget.value)}
        />
        {tags.trim() !== "" && (
          <button type="submit" className="button small" disabled={isBusy}>
            {strings.save}
          </button>
        )}
      </form>
      <button type="button" className="button small" disabled={isBusy} onClick={() => onChange({ kind: "transfer" })}>
        {words.markTransfer}
      </button>
      <button type="button" className="button small" disabled={isBusy} onClick={onDelete}>
        {words.delete}
      </button>
      <button type="button" className="quiet icon" aria-label={words.clearSelection} onClick={onClear}>
        <X size={18} aria-hidden />
      </button>
    </section>
  );
}
