/** The filter above the entries; it lives in the address of the page. */
import { Search, SlidersHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { Account, Category } from "../api.ts";
import { type FilterName, withFilter } from "../lib/entry-filter.ts";
import { strings } from "../strings/index.ts";

/** How long after the last letter the list is asked for. */
const TYPING_MILLISECONDS = 250;

interface Props {
  accounts: Account[];
  categories: Category[];
}

export function EntryFilters({ accounts, categories }: Props) {
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState(false);
  const set = (name: FilterName, value: string) => setSearch((now) => withFilter(now, name, value), { replace: true });
  const words = strings.entries;
  const choice = (name: FilterName, label: string, options: [string, string][]) => (
    <select
      aria-label={label}
      value={search.get(name) ?? ""}
      onChange={(event) => set(name, event.currentTarget.value)}
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
      <input type="date" value={search.get(name) ?? ""} onChange={(event) => set(name, event.currentTarget.value)} />
    </label>
  );
  return (
    <search className="filters" aria-label={words.filters}>
      <Find value={search.get("text") ?? ""} onFind={(text) => set("text", text)} />
      <button type="button" className="button more" aria-expanded={open} onClick={() => setOpen(!open)}>
        <SlidersHorizontal size={18} aria-hidden />
        <span className="hidden">{words.moreFilters}</span>
      </button>
      <div className={open ? "others open" : "others"}>
        {accounts.length > 1 &&
          choice("account", words.account, [
            ["", words.allAccounts],
            ...accounts.map((account): [string, string] => [account.id, account.name]),
          ])}
        {choice("category", words.category, [
          ["", words.allCategories],
          ...categories.map((category): [string, string] => [category.id, category.name]),
        ])}
        {choice("direction", words.direction, [
          ["", words.both],
          ["in", words.in],
          ["out", words.out],
        ])}
        {choice("sort", words.sort, [
          ["", words.newest],
          ["date", words.oldest],
          ["-amount", words.largest],
        ])}
        {day("from", words.from)}
        {day("to", words.to)}
        {search.size > 0 && (
          <button type="button" className="quiet" onClick={() => setSearch(new URLSearchParams(), { replace: true })}>
            {words.clear}
          </button>
        )}
      </div>
    </search>
  );
}

function Find({ value, onFind }: { value: string; onFind: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
      if (event.key === "/" && !typing) {
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
      <input
        ref={input}
        type="search"
        aria-label={strings.entries.search}
        placeholder={strings.entries.search}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onFind(next), TYPING_MILLISECONDS);
        }}
        onKeyDown={(event) => event.key === "Escape" && input.current?.blur()}
      />
    </div>
  );
}
