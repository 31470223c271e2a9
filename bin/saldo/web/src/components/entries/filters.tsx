/** What the list of entries is narrowed to; it lives in the address of the page. */
import { useQuery } from "@tanstack/react-query";
import { Search, SlidersHorizontal, X } from "lucide-react";
import { type InputHTMLAttributes, useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { Account, Category } from "../../api.ts";
import { listTags } from "../../api-entries.ts";
import { digitsOf, parseAmount } from "../../lib/amount-input.ts";
import { categoryChoices } from "../../lib/categories.ts";
import { type FilterName, withFilter } from "../../lib/entry-filter.ts";
import { isTyping } from "../../lib/entry-keys.ts";
import { isNegative } from "../../lib/money.ts";
import { strings } from "../../strings/index.ts";

/** How long after the last letter the list is asked for. */
const TYPING_MILLISECONDS = 250;

interface Props {
  accounts: Account[];
  categories: Category[];
}

type Option = [value: string, word: string];

export function EntryFilters({ accounts, categories }: Props) {
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState(false);
  const tags = useQuery({ queryKey: ["tags"], queryFn: listTags });
  const set = (values: Partial<Record<FilterName, string>>) =>
    setSearch((now) => withFilter(now, values), { replace: true });
  const words = strings.entries;
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
      <Find value={search.get("text") ?? ""} onFind={(text) => set({ text })} />
      <button type="button" className="button more" aria-expanded={open} onClick={() => setOpen(!open)}>
        <SlidersHorizontal size={18} aria-hidden />
        <span className="hidden">{words.moreFilters}</span>
      </button>
      <div className={open ? "others open" : "others"}>
        {accounts.length > 1 &&
          choice("account", words.account, [
            ["", words.allAccounts],
            ...accounts.map((account): Option => [account.id, account.name]),
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
        {choice("sort", words.sort, [
          ["", words.newest],
          ["date", words.oldest],
          ["-amount", words.largest],
        ])}
        {day("from", words.from)}
        {day("to", words.to)}
        <Sizes accounts={accounts} search={search} onSet={set} />
        {mark("uncategorised", words.uncategorised)}
        {mark("unreconciled", words.unreconciled)}
        {search.get("statement") && (
          <button type="button" className="button small" onClick={() => set({ statement: "" })}>
            {words.oneStatement} <X size={14} aria-label={words.clearStatement} />
          </button>
        )}
        {search.size > 0 && (
          <button type="button" className="quiet" onClick={() => setSearch(new URLSearchParams(), { replace: true })}>
            {words.clear}
          </button>
        )}
      </div>
    </search>
  );
}

interface SizesProps {
  accounts: Account[];
  search: URLSearchParams;
  onSet: (values: Partial<Record<FilterName, string>>) => void;
}

/** From one amount to another, of one currency: 10 yen are not 10 euros. */
function Sizes({ accounts, search, onSet }: SizesProps) {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))];
  const currency = search.get("currency") ?? currencies[0];
  if (!currency) {
    return null;
  }
  const words = strings.entries;
  const set = (name: "minAmount" | "maxAmount", typed: string) => {
    const amount = typed.trim() === "" ? "" : parseAmount(typed, digitsOf(currency));
    if (amount === null || (amount !== "" && isNegative(amount))) {
      return;
    }
    const other = search.get(name === "minAmount" ? "maxAmount" : "minAmount");
    onSet({ [name]: amount, currency: amount === "" && !other && currencies.length < 2 ? "" : currency });
  };
  const size = (name: "minAmount" | "maxAmount", label: string) => (
    <label className="day-field size">
      <span>{label}</span>
      <LateInput inputMode="decimal" value={search.get(name) ?? ""} onValue={(typed) => set(name, typed)} />
    </label>
  );
  return (
    <>
      {size("minAmount", words.least)}
      {size("maxAmount", words.most)}
      {currencies.length > 1 && (
        <select
          aria-label={words.currency}
          className={search.get("currency") ? "set" : ""}
          value={search.get("currency") ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onSet(value === "" ? { currency: "", minAmount: "", maxAmount: "" } : { currency: value })
          }
        >
          <option value="">{words.allCurrencies}</option>
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      )}
    </>
  );
}

interface LateProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value"> {
  value: string;
  onValue: (value: string) => void;
  ref?: React.Ref<HTMLInputElement>;
}

/** An input that says what was typed when typing pauses. */
function LateInput({ value, onValue, ...input }: LateProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const said = useRef(value);
  useEffect(() => {
    // What was typed since it was last said must not be taken back.
    if (value !== said.current) {
      said.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      {...input}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          said.current = next;
          onValue(next);
        }, TYPING_MILLISECONDS);
      }}
    />
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
        aria-label={strings.entries.search}
        placeholder={strings.entries.search}
        value={value}
        onValue={onFind}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            // The browser would empty it.
            event.preventDefault();
            input.current?.blur();
          }
        }}
      />
    </div>
  );
}
