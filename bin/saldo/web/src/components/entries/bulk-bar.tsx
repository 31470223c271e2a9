/** What can be done to many entries at once: each is one edit, which can be taken back. */
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Category } from "../../api.ts";
import type { EntryChange } from "../../api-entries.ts";
import { readTags } from "../../lib/categories.ts";
import { strings } from "../../strings/index.ts";
import { CategorySelect } from "../category-select.tsx";

interface Props {
  /** How many are chosen; `null` while all that the filter lets through are and nobody counted them yet. */
  count: number | null;
  /** How many there are in all, where not all of them are chosen. */
  all: number | null;
  /** How many of them are split. */
  split: number;
  categories: Category[];
  isBusy: boolean;
  onChange: (change: EntryChange) => void;
  onDelete: () => void;
  onAll: () => void;
  onClear: () => void;
}

/** What choosing no category is sent as: an empty choice is the choice not made yet. */
const NO_CATEGORY = "none";

export function BulkBar({ count, all, split, categories, isBusy, onChange, onDelete, onAll, onClear }: Props) {
  const [tags, setTags] = useState("");
  const words = strings.entries;
  const tag = (event: FormEvent) => {
    event.preventDefault();
    onChange({ addTags: readTags(tags) });
    setTags("");
  };
  return (
    <section className="bulk" aria-label={words.bulk}>
      <strong role="status">{words.chosen(count)}</strong>
      {all !== null && (
        <button type="button" className="quiet" onClick={onAll}>
          {words.chooseAll(all)}
        </button>
      )}
      <CategorySelect
        categories={[{ id: NO_CATEGORY, key: null, name: words.uncategorised, parentId: null }, ...categories]}
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
      {split > 0 && <span className="hint">{words.partsReplaced(split)}</span>}
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
      <button type="button" className="quiet icon" aria-label={words.clearChoice} onClick={onClear}>
        <X size={18} aria-hidden />
      </button>
    </section>
  );
}
