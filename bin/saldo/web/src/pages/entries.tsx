/** `/entries` — the transaction list with its filters. It renders the visible rows only. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Keyboard, Plus } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { ApiError, type Category, type Entry, listAccounts, listCategories } from "../api.ts";
import {
  type EntryChange,
  type Selection,
  deleteEntries,
  deleteEntry,
  listAlike,
  updateEntries,
  updateEntry,
} from "../api-entries.ts";
import { AskModel } from "../components/entries/ask-model.tsx";
import { BulkBar } from "../components/entries/bulk-bar.tsx";
import { EntryDialog } from "../components/entries/entry-dialog.tsx";
import { EntryForm } from "../components/entries/entry-form.tsx";
import { ExportMenu } from "../components/entries/export-menu.tsx";
import { EntryFilters } from "../components/entries/filters.tsx";
import { KeysDialog } from "../components/entries/keys-dialog.tsx";
import { Offers } from "../components/entries/offers.tsx";
import { RuleDialog } from "../components/entries/rule-dialog.tsx";
import { EntrySheet } from "../components/entries/sheet.tsx";
import { Totals } from "../components/entries/totals.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { UndoBar } from "../components/undo-bar.tsx";
import { readFilter } from "../lib/entry-filter.ts";
import { useEntryList, useTotals } from "../lib/entry-list.ts";
import { useFocusAfter } from "../lib/keep-focus.ts";
import { type Chosen, splitAmong, stillThere, without } from "../lib/selection.ts";
import { type More, expectEdit, refreshBooks, rememberEdit, rememberEditOf, sayFailure, useUndo } from "../lib/undo.ts";
import { strings } from "../strings/index.ts";
import "../components/entries/dialogs.css";
import "./entries.css";

const NO_CATEGORIES: Category[] = [];

const NOBODY: Chosen = new Set<string>();

/** Maximum number of transactions in one edit on the server. */
const CHANGED_MAX = 10_000;

/** The dialog over the list. */
type Opened = { kind: "entry" | "split" | "rule"; entry: Entry } | { kind: "new" } | { kind: "keys" } | null;

export default function Entries() {
  const client = useQueryClient();
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories }).data ?? NO_CATEGORIES;
  const list = useEntryList(filter);
  const totals = useTotals(filter);
  const [opened, setOpened] = useState<Opened>(null);
  const [marked, setChosen] = useState<Chosen>(NOBODY);
  const { undo } = useUndo();
  const bulk = useBulk(() => setChosen(NOBODY));
  const { change, remove } = useChanges(
    list,
    (entry) => setOpened({ kind: "rule", entry }),
    (entry) => setChosen((before) => without(before, entry.id)),
    bulk.mutate,
  );
  const address = search.toString();
  useEffect(() => setChosen(NOBODY), [address]);
  useEffect(() => {
    // An open dialog belongs to the previous list.
    const onBack = () => setOpened(null);
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, []);

  const accountsById = useMemo(() => new Map(accounts.data?.map((account) => [account.id, account])), [accounts.data]);
  const onChange = useCallback((entry: Entry, value: EntryChange) => inline(() => change(entry, value)), [change]);
  const { entries, isWhole } = list;
  const chosen = useMemo(() => stillThere(marked, { entries, isWhole }), [marked, entries, isWhole]);
  const count = list.isWhole ? entries.length : totals?.count;
  const selection: Selection = chosen === "all" ? { filter } : { ids: [...chosen] };
  const close = () => setOpened(null);
  const page = useRef<HTMLDivElement>(null);
  // A pressed button disappears with its context: the selection, a field in its row, the undo bar.
  useFocusAfter(
    page,
    () => page.current?.querySelector<HTMLElement>("[aria-current=true] .open") ?? page.current?.querySelector("h1"),
  );
  const words = strings.entries;
  return (
    <div className="page entries" ref={page}>
      <Heading title={words.title}>
        {count !== undefined && <p className="hint">{words.count(count)}</p>}
        <div className="buttons">
          <button type="button" className="quiet keys" onClick={() => setOpened({ kind: "keys" })}>
            <Keyboard size={18} aria-hidden /> {strings.keys.title}
          </button>
          {entries.length > 0 && <ExportMenu filter={filter} />}
          {(accounts.data ?? []).length > 0 && (
            <button type="button" className="button" onClick={() => setOpened({ kind: "new" })}>
              <Plus size={18} aria-hidden /> {words.newTransaction}
            </button>
          )}
        </div>
      </Heading>
      <EntryFilters accounts={accounts.data ?? []} categories={categories} />
      {totals && totals.count > 0 && <Totals totals={totals} accounts={accountsById} />}
      {entries.length > 0 && <Offers accounts={accountsById} />}
      {filter.uncategorised && entries.length > 0 && <AskModel />}
      {list.error && <Notice tone="bad">{explain(list.error)}</Notice>}
      {list.isLoaded && entries.length === 0 && <p className="hint">{search.size > 0 ? words.none : words.noneYet}</p>}
      {(chosen === "all" || chosen.size > 0) && (
        <BulkBar
          count={chosen === "all" ? (count ?? null) : chosen.size}
          all={chosen !== "all" && count !== undefined && chosen.size < count ? count : null}
          split={splitAmong(chosen, entries)}
          categories={categories}
          isBusy={bulk.isPending}
          onChange={(value) => bulk.mutate({ selection, change: value })}
          onDelete={() => bulk.mutate({ selection, change: null })}
          onAll={() => setChosen("all")}
          onClear={() => setChosen(NOBODY)}
        />
      )}
      {entries.length > 0 && (
        <EntrySheet
          key={address}
          entries={entries}
          expected={list.isWhole ? entries.length : Math.max(entries.length + 1, totals?.count ?? 0)}
          accounts={accountsById}
          categories={categories}
          chosen={chosen}
          onChoose={setChosen}
          onChange={onChange}
          onOpen={(entry) => setOpened({ kind: "entry", entry })}
          onSplit={(entry) => setOpened({ kind: "split", entry })}
          onAlways={(entry) => setOpened({ kind: "rule", entry })}
          onUndo={undo}
          onNew={() => setOpened({ kind: "new" })}
          onHelp={() => setOpened({ kind: "keys" })}
          onMore={list.more}
        />
      )}
      {(opened?.kind === "entry" || opened?.kind === "split") && (
        <EntryDialog
          entry={opened.entry}
          isSplitting={opened.kind === "split"}
          account={accountsById.get(opened.entry.accountId)}
          categories={categories}
          onChange={change}
          onSplit={(entry) => {
            list.put(entry);
            close();
            void refreshBooks(client, { list: false });
          }}
          onDelete={(entry) => {
            close();
            remove(entry);
          }}
          onAlways={(entry) => setOpened({ kind: "rule", entry })}
          onClose={close}
        />
      )}
      {opened?.kind === "rule" && (
        <RuleDialog
          entry={opened.entry}
          account={accountsById.get(opened.entry.accountId)}
          categories={categories}
          onClose={close}
        />
      )}
      {opened?.kind === "new" && (
        <EntryForm accounts={accounts.data ?? []} categories={categories} account={filter.account} onClose={close} />
      )}
      {opened?.kind === "keys" && <KeysDialog onClose={close} />}
      <UndoBar />
    </div>
  );
}

interface Change {
  entry: Entry;
  value: EntryChange;
}

/** Changes of one transaction: applied to the list once the server accepts them, and recorded for undo. */
function useChanges(
  list: ReturnType<typeof useEntryList>,
  onAlways: (entry: Entry) => void,
  onRemoved: (entry: Entry) => void,
  onAlike: (bulk: BulkChange) => void,
) {
  const client = useQueryClient();
  const words = strings.entries;
  const change = useMutation({
    mutationFn: ({ entry, value }: Change) => updateEntry(entry.id, value),
    onSuccess: async (entry, { value }) => {
      list.put(entry);
      const isSorted = value.categoryId !== undefined || value.description !== undefined;
      const always = { label: words.always, run: () => onAlways(entry) };
      const alike = value.categoryId ? await offerAlike(entry, value.categoryId, onAlike) : [];
      await rememberEditOf(entry.id, words.changed(entry.description), isSorted ? [...alike, always] : []);
      void refreshBooks(client, { list: false });
    },
  });
  const remove = useMutation({
    mutationFn: (entry: Entry) => deleteEntry(entry.id),
    onSuccess: (edit, entry) => {
      list.drop(new Set([entry.id]));
      onRemoved(entry);
      rememberEdit(edit.id, words.deleted(1));
      void refreshBooks(client, { list: false });
    },
  });
  const { mutateAsync } = change;
  return {
    /**
     * Changes a transaction. The caller reports an error: a dialog stays open, the list shows it in the bar.
     */
    change: useCallback((entry: Entry, value: EntryChange) => expectEdit(mutateAsync({ entry, value })), [mutateAsync]),
    remove: (entry: Entry) => inline(() => expectEdit(remove.mutateAsync(entry))),
  };
}

/** Returns an offer to apply a category to the merchant's other transactions, past ones too. */
async function offerAlike(entry: Entry, categoryId: string, onAlike: (bulk: BulkChange) => void): Promise<More[]> {
  // If the offer cannot be loaded, none is made; this is not worth an error message.
  const ids = (await listAlike(entry.id).catch(() => [])).slice(0, CHANGED_MAX);
  const run = () => onAlike({ selection: { ids }, change: { categoryId } });
  return ids.length > 0 ? [{ label: strings.entries.alike(ids.length), run }] : [];
}

/** Runs an action that no dialog waits for. The bar at the foot reports an error, with a button to retry. */
function inline(act: () => Promise<unknown>): void {
  act().catch((error: Error) => sayFailure(error, () => inline(act)));
}

interface BulkChange {
  selection: Selection;
  /** The change; `null` deletes the transactions. */
  change: EntryChange | null;
}

async function changeMany({ selection, change }: BulkChange): Promise<void> {
  const edit = await (change === null ? deleteEntries(selection) : updateEntries(selection, change));
  const words = strings.entries;
  rememberEdit(edit.id, change === null ? words.deleted(edit.entries) : words.changedMany(edit.entries));
}

/** Returns a mutation that changes many transactions alike. */
function useBulk(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (bulk: BulkChange) => expectEdit(changeMany(bulk)),
    onError: (error) => {
      sayFailure(error);
      // A transaction was deleted elsewhere; the reloaded list no longer has it.
      return error instanceof ApiError && error.status === 404 ? refreshBooks(client, { list: true }) : undefined;
    },
    onSuccess: () => {
      onDone();
      return refreshBooks(client, { list: true });
    },
  });
}
