/** `/transactions` — the transaction list with its filters. It renders the visible rows only. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Keyboard, Plus } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { ApiError, type Category, type Transaction, listAccounts, listCategories } from "../api.ts";
import {
  type TransactionChange,
  type Selection,
  type TransactionGroup,
  deleteTransactions,
  deleteTransaction,
  listAlike,
  updateTransactions,
  updateTransaction,
} from "../api-transactions.ts";
import { AskModel } from "../components/transactions/ask-model.tsx";
import { BulkBar } from "../components/transactions/bulk-bar.tsx";
import { TransactionDialog } from "../components/transactions/transaction-dialog.tsx";
import { TransactionForm } from "../components/transactions/transaction-form.tsx";
import { TransactionFilters } from "../components/transactions/filters.tsx";
import { GroupList } from "../components/transactions/groups.tsx";
import { HeadingActions } from "../components/transactions/heading-actions.tsx";
import { KeysDialog } from "../components/transactions/keys-dialog.tsx";
import { Offers, useOffers } from "../components/transactions/offers.tsx";
import { Receipts, useReceipts } from "../components/transactions/receipts.tsx";
import { RuleDialog } from "../components/transactions/rule-dialog.tsx";
import { TransactionSheet } from "../components/transactions/sheet.tsx";
import { Totals } from "../components/transactions/totals.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs } from "../components/role.tsx";
import { ToStatements } from "../components/to-statements.tsx";
import { UndoBar } from "../components/undo-bar.tsx";
import { Waiting } from "../components/waiting.tsx";
import { readFilter } from "../lib/transaction-filter.ts";
import { isOfTime, readGrouping } from "../lib/transaction-groups.ts";
import { useGroups, useTransactionList, useTotals } from "../lib/transaction-list.ts";
import { useFocusAfter } from "../lib/keep-focus.ts";
import { type Chosen, splitAmong, stillThere, without } from "../lib/selection.ts";
import {
  type More,
  expectEdit,
  refreshBooks,
  rememberEdit,
  rememberEditOf,
  reportFailure,
  useUndo,
} from "../lib/undo.ts";
import { useNarrow } from "../lib/use-narrow.ts";
import { useReady } from "../lib/use-ready.ts";
import { strings } from "../strings/index.ts";
import "../components/transactions/dialogs.css";
import "./transactions.css";

const NO_CATEGORIES: Category[] = [];

const NO_GROUPS: TransactionGroup[] = [];

const NONE_SELECTED: Chosen = new Set<string>();

/** Maximum number of transactions in one edit on the server. */
const CHANGED_MAX = 10_000;

/** The dialog over the list. */
type Opened =
  { kind: "transaction" | "split" | "rule"; transaction: Transaction } | { kind: "new" } | { kind: "keys" } | null;

export default function Transactions() {
  const client = useQueryClient();
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories }).data ?? NO_CATEGORIES;
  const list = useTransactionList(filter);
  const totals = useTotals(filter);
  const grouping = readGrouping(search);
  const groups = useGroups(filter, grouping);
  const [opened, setOpened] = useState<Opened>(null);
  const [marked, setChosen] = useState<Chosen>(NONE_SELECTED);
  const { undo } = useUndo();
  const bulk = useBulk(() => setChosen(NONE_SELECTED));
  const { change, remove } = useChanges(
    list,
    (transaction) => setOpened({ kind: "rule", transaction }),
    (transaction) => setChosen((before) => without(before, transaction.id)),
    bulk.mutate,
  );
  const address = search.toString();
  useEffect(() => setChosen(NONE_SELECTED), [address]);
  useEffect(() => {
    // An open dialog belongs to the previous list.
    const onBack = () => setOpened(null);
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, []);

  const accountsById = useMemo(() => new Map(accounts.data?.map((account) => [account.id, account])), [accounts.data]);
  const onChange = useCallback(
    (transaction: Transaction, value: TransactionChange) => inline(() => change(transaction, value)),
    [change],
  );
  const { transactions, isWhole } = list;
  const chosen = useMemo(() => stillThere(marked, { transactions, isWhole }), [marked, transactions, isWhole]);
  const count = list.isWhole ? transactions.length : totals?.count;
  const offers = useOffers();
  const receipts = useReceipts();
  // The rows follow what stands above them, so that nothing moves them.
  const isReady = useReady(
    list.isLoaded && (transactions.length === 0 || (Boolean(totals) && offers.isLoaded && !receipts.isPending)),
    list.isLoaded,
  );
  const selection: Selection = chosen === "all" ? { filter } : { ids: [...chosen] };
  const close = () => setOpened(null);
  const page = useRef<HTMLDivElement>(null);
  // A pressed button disappears with its context: the selection, a field in its row, the undo bar.
  useFocusAfter(
    page,
    () => page.current?.querySelector<HTMLElement>("[aria-current=true] .open") ?? page.current?.querySelector("h1"),
  );
  const isNarrow = useNarrow();
  const actions = (
    <HeadingActions
      filter={filter}
      search={search}
      hasAccounts={accounts.data?.length !== 0}
      hasTransactions={transactions.length > 0 || !list.isLoaded}
    />
  );
  const words = strings.transactions;
  return (
    <div className="page transactions" ref={page}>
      <Heading title={words.title}>
        <p className="hint">{count === undefined ? "\u00a0" : words.count(count)}</p>
        <div className="buttons">
          <button
            type="button"
            className="quiet icon keys"
            title={strings.keys.title}
            onClick={() => setOpened({ kind: "keys" })}
          >
            <Keyboard size={20} aria-hidden />
            <span className="hidden">{strings.keys.title}</span>
          </button>
          {!isNarrow && actions}
          {accounts.data?.length !== 0 && (
            <Needs>
              <button
                type="button"
                className="button primary"
                disabled={!accounts.data}
                onClick={() => setOpened({ kind: "new" })}
              >
                <Plus size={18} aria-hidden /> {words.newTransaction}
              </button>
            </Needs>
          )}
          {isNarrow && actions}
        </div>
      </Heading>
      <TransactionFilters accounts={accounts.data ?? []} categories={categories} />
      {totals && totals.count > 0 && <Totals totals={totals} accounts={accountsById} />}
      {transactions.length > 0 && (
        <Needs>
          <Offers accounts={accountsById} />
          <Receipts />
          {filter.uncategorized && <AskModel />}
        </Needs>
      )}
      {list.error && <Notice tone="bad">{explain(list.error)}</Notice>}
      {list.isLoaded && transactions.length === 0 && (
        <>
          <p className="hint">{search.size > 0 ? words.none : words.noneYet}</p>
          {search.size === 0 && <ToStatements />}
        </>
      )}
      {(chosen === "all" || chosen.size > 0) && (
        <BulkBar
          count={chosen === "all" ? (count ?? null) : chosen.size}
          all={chosen !== "all" && count !== undefined && chosen.size < count ? count : null}
          split={splitAmong(chosen, transactions)}
          categories={categories}
          isBusy={bulk.isPending}
          onChange={(value) => bulk.mutate({ selection, change: value })}
          onDelete={() => bulk.mutate({ selection, change: null })}
          onAll={() => setChosen("all")}
          onClear={() => setChosen(NONE_SELECTED)}
        />
      )}
      {!isReady && !list.error && <Waiting />}
      {groups.error && <Notice tone="bad">{explain(groups.error)}</Notice>}
      {grouping && !isOfTime(grouping) && groups.data && (
        <GroupList grouping={grouping} groups={groups.data} filter={filter} categories={categories} />
      )}
      {isReady && transactions.length > 0 && (grouping === null || isOfTime(grouping)) && (
        <TransactionSheet
          key={address}
          transactions={transactions}
          expected={list.isWhole ? transactions.length : Math.max(transactions.length + 1, totals?.count ?? 0)}
          grouping={list.isCurrent ? grouping : null}
          groups={groups.data ?? NO_GROUPS}
          accounts={accountsById}
          categories={categories}
          chosen={chosen}
          onChoose={setChosen}
          onChange={onChange}
          onOpen={(transaction) => setOpened({ kind: "transaction", transaction })}
          onSplit={(transaction) => setOpened({ kind: "split", transaction })}
          onAlways={(transaction) => setOpened({ kind: "rule", transaction })}
          onUndo={undo}
          onNew={() => setOpened({ kind: "new" })}
          onHelp={() => setOpened({ kind: "keys" })}
          onMore={list.more}
        />
      )}
      {(opened?.kind === "transaction" || opened?.kind === "split") && (
        <TransactionDialog
          transaction={opened.transaction}
          isSplitting={opened.kind === "split"}
          account={accountsById.get(opened.transaction.accountId)}
          categories={categories}
          onChange={change}
          onSplit={(transaction) => {
            list.put(transaction);
            close();
            void refreshBooks(client, { list: false });
          }}
          onDelete={(transaction) => {
            close();
            remove(transaction);
          }}
          onAlways={(transaction) => setOpened({ kind: "rule", transaction })}
          onClose={close}
        />
      )}
      {opened?.kind === "rule" && (
        <RuleDialog
          transaction={opened.transaction}
          account={accountsById.get(opened.transaction.accountId)}
          categories={categories}
          onClose={close}
        />
      )}
      {opened?.kind === "new" && (
        <TransactionForm
          accounts={accounts.data ?? []}
          categories={categories}
          account={filter.account}
          onClose={close}
        />
      )}
      {opened?.kind === "keys" && <KeysDialog onClose={close} />}
      <UndoBar />
    </div>
  );
}

interface Change {
  transaction: Transaction;
  value: TransactionChange;
}

/** Changes of one transaction: applied to the list once the server accepts them, and recorded for undo. */
function useChanges(
  list: ReturnType<typeof useTransactionList>,
  onAlways: (transaction: Transaction) => void,
  onRemoved: (transaction: Transaction) => void,
  onAlike: (bulk: BulkChange) => void,
) {
  const client = useQueryClient();
  const words = strings.transactions;
  const change = useMutation({
    mutationFn: ({ transaction, value }: Change) => updateTransaction(transaction.id, value),
    onSuccess: async (transaction, { value }) => {
      list.put(transaction);
      const isCategorized = value.categoryId !== undefined || value.description !== undefined;
      const always = { label: words.always, run: () => onAlways(transaction) };
      const alike = value.categoryId ? await offerAlike(transaction, value.categoryId, onAlike) : [];
      await rememberEditOf(
        transaction.id,
        words.changed(transaction.description),
        isCategorized ? [...alike, always] : [],
      );
      void refreshBooks(client, { list: false });
    },
  });
  const remove = useMutation({
    mutationFn: (transaction: Transaction) => deleteTransaction(transaction.id),
    onSuccess: (edit, transaction) => {
      list.drop(new Set([transaction.id]));
      onRemoved(transaction);
      rememberEdit(edit.id, words.deleted(1));
      void refreshBooks(client, { list: false });
    },
  });
  const { mutateAsync } = change;
  return {
    /**
     * Changes a transaction. The caller reports an error: a dialog stays open, the list shows it in the bar.
     */
    change: useCallback(
      (transaction: Transaction, value: TransactionChange) => expectEdit(mutateAsync({ transaction, value })),
      [mutateAsync],
    ),
    remove: (transaction: Transaction) => inline(() => expectEdit(remove.mutateAsync(transaction))),
  };
}

/** Returns an offer to apply a category to the merchant's other transactions, past ones too. */
async function offerAlike(
  transaction: Transaction,
  categoryId: string,
  onAlike: (bulk: BulkChange) => void,
): Promise<More[]> {
  // If the offer cannot be loaded, none is made; this is not worth an error message.
  const ids = (await listAlike(transaction.id).catch(() => [])).slice(0, CHANGED_MAX);
  const run = () => onAlike({ selection: { ids }, change: { categoryId } });
  return ids.length > 0 ? [{ label: strings.transactions.alike(ids.length), run }] : [];
}

/** Runs an action that no dialog waits for. The bar at the foot reports an error, with a button to retry. */
function inline(act: () => Promise<unknown>): void {
  act().catch((error: Error) => reportFailure(error, () => inline(act)));
}

interface BulkChange {
  selection: Selection;
  /** The change; `null` deletes the transactions. */
  change: TransactionChange | null;
}

async function changeMany({ selection, change }: BulkChange): Promise<void> {
  const edit = await (change === null ? deleteTransactions(selection) : updateTransactions(selection, change));
  const words = strings.transactions;
  rememberEdit(edit.id, change === null ? words.deleted(edit.entries) : words.changedMany(edit.entries));
}

/** Returns a mutation that changes many transactions alike. */
function useBulk(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (bulk: BulkChange) => expectEdit(changeMany(bulk)),
    onError: (error) => {
      reportFailure(error);
      // A transaction was deleted elsewhere; the reloaded list no longer has it.
      return error instanceof ApiError && error.status === 404 ? refreshBooks(client, { list: true }) : undefined;
    },
    onSuccess: () => {
      onDone();
      return refreshBooks(client, { list: true });
    },
  });
}
