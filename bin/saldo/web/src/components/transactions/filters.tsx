/** The filters of the transaction list. They are stored in the page's address. */
import { useQuery } from "@tanstack/react-query";
import { Search, SlidersHorizontal, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { Account, Category } from "../../api.ts";
import { listTags } from "../../api-transactions.ts";
import { archivedLast, choiceName } from "../../lib/account-groups.ts";
import { categoryChoices } from "../../lib/categories.ts";
import { type FilterName, LINKED, withFilter } from "../../lib/transaction-filter.ts";
import { GROUPINGS, readGrouping, withGrouping } from "../../lib/transaction-groups.ts";
import { isTyping } from "../../lib/go-keys.ts";
import { strings } from "../../strings/index.ts";
import { LateInput } from "./late-input.tsx";
import { Sizes } from "./sizes.tsx";

interface Props {
  accounts: Account[];
  categories: Category[];
}

type Option = [value: string, word: string];

export function TransactionFilters({ accounts, categories }: Props) {
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState(false);
  // Changing this key renders new fields, which also clears pending and invalid input.
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setCleared(cleared + 1);
    setSearch(new URLSearchParams(), { replace: true });
  };
  const tags = useQuery({ queryKey: ["tags"], queryFn: listTags });
  const set = (values: Partial<Record<FilterName, string>>) =>
    setSearch((now) => withFilter(now, values), { replace: true });
  const words = strings.transactions;
  const grouping = readGrouping(search);
  const choice = (name: FilterName, label: string, options: Option[]) => (
    <select
      aria-label={label}
      className={search.get(name) ? "set" : ""}
      value={search.get(name) ?? ""}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    >
      {options.map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </select>
  );
  const day = (name: FilterName, label: string) => (
    <label className="day-field">
      <span>{label}</span>
      <input
        type="date"
        value={search.get(name) ?? ""}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      />
    </label>
  );
  const mark = (name: FilterName, label: string) => (
    <label className="mark">
      <input
        type="checkbox"
        checked={search.get(name) === "true"}
        onChange={(event) => set({ [name]: event.currentTarget.checked ? "true" : "" })}
      />
      {label}
    </label>
  );
  return (
    <search className="filters" aria-label={words.filters}>
      <Find key={`find ${cleared}`} value={search.get("text") ?? ""} onFind={(text) => set({ text })} />
      <button type="button" className="button more" aria-expanded={open} onClick={() => setOpen(!open)}>
        <SlidersHorizontal size={18} aria-hidden />
        <span className="hidden">{words.moreFilters}</span>
      </button>
      <div className={open ? "others open" : "others"}>
        {accounts.length > 1 &&
          choice("account", words.account, [
            ["", words.allAccounts],
            ...archivedLast(accounts).map((account): Option => [account.id, choiceName(account)]),
          ])}
        {choice("category", words.category, [
          ["", words.allCategories],
          ...categoryChoices(categories).map(({ id, label }): Option => [id, label]),
        ])}
        {(tags.data ?? []).length > 0 &&
          choice("tag", words.tags, [
            ["", words.allTags],
            ...(tags.data ?? []).map(({ tag, entries }): Option => [tag, `${tag} (${entries})`]),
          ])}
        {choice("direction", words.direction, [
          ["", words.both],
          ["in", words.in],
          ["out", words.out],
        ])}
        {choice("kind", words.kind, [
          ["", words.allKinds],
          ["entry", words.noTransfers],
          ["transfer", words.onlyTransfers],
        ])}
        {day("from", words.from)}
        {day("to", words.to)}
        <select
          aria-label={words.groupBy}
          className={grouping ? "set" : ""}
          value={grouping ?? ""}
          onChange={({ currentTarget: { value } }) => setSearch((now) => withGrouping(now, value), { replace: true })}
        >
          <option value="">{words.noGroups}</option>
          {GROUPINGS.filter((one) => one !== "tag" || (tags.data ?? []).length > 0).map((one) => (
            <option key={one} value={one}>
              {words.groups[one]}
            </option>
          ))}
        </select>
        <Sizes key={`sizes ${cleared}`} accounts={accounts} search={search} onSet={set} />
        {choice("sort", words.sort, [
          ["", words.newest],
          ["date", words.oldest],
          ["-amount", words.largest],
        ])}
        {mark("uncategorized", words.uncategorized)}
        {(tags.data ?? []).length > 0 && mark("untagged", words.untagged)}
        {mark("unreconciled", words.unreconciled)}
        {search.get("statement") && (
          <button type="button" className="button small" onClick={() => set({ statement: "" })}>
            {words.oneStatement} <X size={14} aria-label={words.clearStatement} />
          </button>
        )}
        {LINKED.some((name) => search.get(name)) && (
          <button
            type="button"
            className="button small"
            onClick={() => set(Object.fromEntries(LINKED.map((name) => [name, ""])))}
          >
            {words.linkedFilters} <X size={14} aria-label={words.clearLinked} />
          </button>
        )}
        {search.size > 0 && (
          <button type="button" className="quiet" onClick={clear}>
            {words.clear}
          </button>
        )}
      </div>
    </search>
  );
}

function Find({ value, onFind }: { value: string; onFind: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "/" && !isTyping(event.target)) {
        event.preventDefault();
        input.current?.focus();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className="find">
      <Search size={18} aria-hidden />
      <LateInput
        ref={input}
        type="search"
        aria-label={strings.transactions.search}
        placeholder={strings.transactions.search}
        value={value}
        onValue={onFind}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            // The browser would clear the field.
            event.preventDefault();
            input.current?.blur();
          }
        }}
      />
    </div>
  );
}
