/** `/entries` — every booked line: found, filtered, corrected. Only the rows in sight are drawn, however many there are. */
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { type Category, type Entry, type Page, listAccounts, listCategories, listEntries } from "../api.ts";
import { updateEntry } from "../api-entries.ts";
import { EntryFilters } from "../components/entry-filters.tsx";
import { type EntryChange, EntryRow } from "../components/entry-row.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { readFilter } from "../lib/entry-filter.ts";
import { useEntryKeys } from "../lib/entry-keys.ts";
import { strings } from "../strings/index.ts";
import "./entries.css";

type Pages = InfiniteData<Page<Entry>, string | null>;

/** How many rows before the end the next page is asked for. */
const AHEAD = 100;

const ROW_HEIGHT = 56;

const NO_CATEGORIES: Category[] = [];

export default function Entries() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const key = ["entries", filter];
  const client = useQueryClient();
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories });
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => listEntries(filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const change = useMutation({
    mutationFn: ({ id, change }: { id: string; change: EntryChange }) => updateEntry(id, change),
    onSuccess: (entry) => client.setQueryData<Pages>(key, (pages) => pages && replace(pages, entry)),
  });
  const { mutate } = change;
  // Rows are drawn again only when what they get is new.
  const onChange = useCallback((id: string, value: EntryChange) => mutate({ id, change: value }), [mutate]);
  const accountsById = useMemo(() => new Map(accounts.data?.map((account) => [account.id, account])), [accounts.data]);
  const entries = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const words = strings.entries;
  return (
    <div className="page entries">
      <Heading title={words.title}>
        {list.isSuccess && <p className="hint">{words.shown(entries.length, !list.hasNextPage)}</p>}
      </Heading>
      <EntryFilters accounts={accounts.data ?? []} categories={categories.data ?? []} />
      {list.isError && <Notice tone="bad">{explain(list.error)}</Notice>}
      {change.isError && <Notice tone="bad">{explain(change.error)}</Notice>}
      {list.isSuccess && entries.length === 0 && <p className="hint">{search.size > 0 ? words.none : words.noneYet}</p>}
      {entries.length > 0 && (
        <Rows
          entries={entries}
          accounts={accountsById}
          categories={categories.data ?? NO_CATEGORIES}
          onChange={onChange}
          onNearEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) {
              void list.fetchNextPage();
            }
          }}
        />
      )}
      {entries.length > 0 && <p className="hint keys">{words.keys}</p>}
    </div>
  );
}

function replace(pages: Pages, entry: Entry): Pages {
  const swap = (page: Page<Entry>) => ({
    ...page,
    items: page.items.map((item) => (item.id === entry.id ? entry : item)),
  });
  return { ...pages, pages: pages.pages.map(swap) };
}

interface RowsProps {
  entries: Entry[];
  accounts: Parameters<typeof EntryRow>[0]["accounts"];
  categories: Parameters<typeof EntryRow>[0]["categories"];
  onChange: (id: string, change: EntryChange) => void;
  onNearEnd: () => void;
}

function Rows({ entries, accounts, categories, onChange, onNearEnd }: RowsProps) {
  const [, go] = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const rows = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => entries[index]?.id ?? index,
  });
  const { active, setActive, editing, setEditing } = useEntryKeys(entries.length, {
    onMove: (index) => rows.scrollToIndex(index, { align: "auto" }),
    onOpen: (index) => {
      const statement = entries[index]?.statementId;
      if (statement) {
        go(`/statements/${statement}`);
      }
    },
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= entries.length - AHEAD) {
      onNearEnd();
    }
  }, [last, entries.length, onNearEnd]);

  return (
    <div className="sheet" role="table" aria-label={strings.entries.title} aria-rowcount={entries.length}>
      <div role="rowgroup" ref={list} className="body" style={{ height: rows.getTotalSize() }}>
        {items.map((item) => {
          const entry = entries[item.index];
          return (
            entry && (
              <EntryRow
                key={item.key}
                entry={entry}
                index={item.index}
                offset={item.start - top}
                accounts={accounts}
                categories={categories}
                isActive={item.index === active}
                editing={item.index === active ? editing : null}
                onActivate={setActive}
                onEdit={setEditing}
                onChange={onChange}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
