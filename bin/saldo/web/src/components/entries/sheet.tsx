/**
 * The visible rows of a long list, with selection and keyboard shortcuts. Rows that are
 * not loaded yet are left blank.
 */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import type { Account, Category, Entry } from "../../api.ts";
import type { EntryChange } from "../../api-entries.ts";
import { useEntryKeys } from "../../lib/entry-keys.ts";
import { useStable } from "../../lib/use-stable.ts";
import { strings } from "../../strings/index.ts";
import { EntryRow } from "./row.tsx";

/** Distance in rows from the end of the loaded list at which the next page is requested. */
const AHEAD = 250;

/** Height of a row in pixels, the same as in `entries.css`. */
const ROW_HEIGHT = 56;

interface Props {
  entries: Entry[];
  /** Number of transactions in the complete list. */
  expected: number;
  accounts: Map<string, Account>;
  categories: Category[];
  chosen: ReadonlySet<string> | "all";
  onChoose: (chosen: ReadonlySet<string>) => void;
  onChange: (entry: Entry, change: EntryChange) => void;
  onOpen: (entry: Entry) => void;
  onSplit: (entry: Entry) => void;
  onAlways: (entry: Entry) => void;
  onUndo: (isHeld: boolean) => void;
  onNew: () => void;
  onHelp: () => void;
  onMore: () => void;
}

export function EntrySheet(props: Props) {
  const { entries, expected, accounts, categories, chosen, onChoose, onChange, onMore } = props;
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // Elements above the list appear and disappear.
  useEffect(() => {
    const measure = () => setTop(list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const rows = useWindowVirtualizer({
    count: expected,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: top,
  });
  const anchor = useRef<number | null>(null);
  const choose = (index: number, withRange: boolean) => {
    const [from, to] = withRange && anchor.current !== null ? [anchor.current, index] : [index, index];
    const ids = entries.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
    const next = new Set(chosen === "all" ? entries.map(({ id }) => id) : chosen);
    const isOn = !next.has(entries[index]?.id ?? "");
    for (const id of ids) {
      if (isOn) {
        next.add(id);
      } else {
        next.delete(id);
      }
    }
    anchor.current = index;
    onChoose(next);
  };
  const at = (index: number, act: (entry: Entry) => void) => {
    const entry = entries[index];
    if (entry) {
      act(entry);
    }
  };
  const { active, setActive, editing, setEditing } = useEntryKeys(entries.length, {
    onMove: (index) => rows.scrollToIndex(index, { align: "auto" }),
    onOpen: (index) => at(index, props.onOpen),
    onEdit: (index, what) => {
      const entry = entries[index];
      const isSplit = what === "category" && entry !== undefined && entry.splits.length > 0;
      if (isSplit) {
        props.onSplit(entry);
      }
      return !isSplit;
    },
    onAlways: (index) => at(index, props.onAlways),
    onSelect: (index) => choose(index, false),
    onEscape: () => onChoose(new Set()),
    onUndo: props.onUndo,
    onNew: props.onNew,
    onHelp: props.onHelp,
  });
  // Stable callbacks, so that rows render again only when their own data changes.
  const onSelect = useStable(choose);
  const onOpen = useStable((index: number) => at(index, props.onOpen));
  const onSplit = useStable(props.onSplit);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (entries.length < expected && last >= entries.length - AHEAD) {
      onMore();
    }
  }, [last, entries.length, expected, onMore]);

  return (
    <div
      className={accounts.size > 1 ? "sheet" : "sheet single"}
      role="table"
      aria-label={strings.entries.title}
      aria-rowcount={expected}
    >
      <div role="rowgroup" ref={list} className="body" style={{ height: rows.getTotalSize() }}>
        {items.map((item) => {
          const entry = entries[item.index];
          const offset = item.start - top;
          return entry ? (
            <EntryRow
              key={entry.id}
              entry={entry}
              index={item.index}
              offset={offset}
              account={accounts.size > 1 ? accounts.get(entry.accountId) : undefined}
              categories={categories}
              isActive={item.index === active}
              isSelected={chosen === "all" || chosen.has(entry.id)}
              editing={item.index === active ? editing : null}
              onActivate={setActive}
              onSelect={onSelect}
              onOpen={onOpen}
              onSplit={onSplit}
              onEdit={setEditing}
              onChange={onChange}
            />
          ) : (
            <div
              key={`coming ${item.index}`}
              className="entry coming"
              style={{ transform: `translateY(${offset}px)` }}
              aria-hidden
            />
          );
        })}
      </div>
    </div>
  );
}
