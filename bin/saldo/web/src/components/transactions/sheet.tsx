/**
 * The visible rows of a long list, with selection and keyboard shortcuts. Rows that are
 * not loaded yet are left blank.
 */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Account, Category, Transaction } from "../../api.ts";
import type { TransactionChange, TransactionGroup } from "../../api-transactions.ts";
import { type TimeGrouping, rowsOf } from "../../lib/transaction-groups.ts";
import { useTransactionKeys } from "../../lib/transaction-keys.ts";
import { useStable } from "../../lib/use-stable.ts";
import { strings } from "../../strings/index.ts";
import { useHasRole } from "../role.tsx";
import { GroupHead } from "./groups.tsx";
import { listStyle, useRowHeight } from "./row-height.ts";
import { TransactionRow } from "./row.tsx";

/** Distance in rows from the end of the loaded list at which the next page is requested. */
const AHEAD = 250;

interface Props {
  transactions: Transaction[];
  /** Number of transactions in the complete list. */
  expected: number;
  /** The groups of time, if the list has any, and their totals. */
  grouping: TimeGrouping | null;
  groups: readonly TransactionGroup[];
  accounts: Map<string, Account>;
  categories: Category[];
  chosen: ReadonlySet<string> | "all";
  onChoose: (chosen: ReadonlySet<string>) => void;
  onChange: (transaction: Transaction, change: TransactionChange) => void;
  onOpen: (transaction: Transaction) => void;
  onSplit: (transaction: Transaction) => void;
  onAlways: (transaction: Transaction) => void;
  onUndo: (isHeld: boolean) => void;
  onNew: () => void;
  onHelp: () => void;
  onMore: () => void;
}

export function TransactionSheet(props: Props) {
  const { transactions, expected, grouping, groups, accounts, categories, chosen, onChoose, onChange, onMore } = props;
  const shown = useMemo(() => rowsOf(transactions, grouping), [transactions, grouping]);
  const totals = useMemo(() => new Map(groups.map((group) => [group.group, group])), [groups]);
  const count = shown.length + expected - transactions.length;
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
  const height = useRowHeight();
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
  });
  useLayoutEffect(() => rows.measure(), [rows, height]);
  const anchor = useRef<number | null>(null);
  const choose = (index: number, withRange: boolean) => {
    const [from, to] = withRange && anchor.current !== null ? [anchor.current, index] : [index, index];
    const ids = transactions.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
    const next = new Set(chosen === "all" ? transactions.map(({ id }) => id) : chosen);
    const isOn = !next.has(transactions[index]?.id ?? "");
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
  const at = (index: number, act: (transaction: Transaction) => void) => {
    const transaction = transactions[index];
    if (transaction) {
      act(transaction);
    }
  };
  const mayEdit = useHasRole("editor");
  const { active, setActive, editing, setEditing } = useTransactionKeys(transactions.length, {
    mayEdit,
    onMove: (index) => {
      const row = shown.findIndex((one) => "index" in one && one.index === index);
      rows.scrollToIndex(row, { align: "auto" });
    },
    onOpen: (index) => at(index, props.onOpen),
    onEdit: (index, what) => {
      const transaction = transactions[index];
      const isSplit = what === "category" && transaction !== undefined && transaction.splits.length > 0;
      if (isSplit) {
        props.onSplit(transaction);
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
    if (transactions.length < expected && last >= shown.length - AHEAD) {
      onMore();
    }
  }, [last, shown.length, transactions.length, expected, onMore]);

  return (
    <div
      className={accounts.size > 1 ? "sheet" : "sheet single"}
      role="table"
      aria-label={strings.transactions.title}
      aria-rowcount={count}
    >
      <div role="rowgroup" ref={list} className="body" style={listStyle(rows.getTotalSize(), height)}>
        {items.map((item) => {
          const row = shown[item.index];
          const offset = item.start - top;
          if (row && "group" in row && grouping) {
            const { group } = row;
            const place = { row: item.index, offset };
            return (
              <GroupHead key={`group ${item.index}`} {...{ grouping, group, ...place }} totals={totals.get(group)} />
            );
          }
          const index = row && "index" in row ? row.index : -1;
          const transaction = transactions[index];
          return transaction ? (
            <TransactionRow
              key={transaction.id}
              transaction={transaction}
              index={index}
              row={item.index}
              offset={offset}
              account={accounts.size > 1 ? accounts.get(transaction.accountId) : undefined}
              categories={categories}
              isActive={index === active}
              isSelected={chosen === "all" || chosen.has(transaction.id)}
              editing={index === active ? editing : null}
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
              className="transaction coming"
              style={{ transform: `translateY(${offset}px)` }}
              aria-hidden
            />
          );
        })}
      </div>
    </div>
  );
}
