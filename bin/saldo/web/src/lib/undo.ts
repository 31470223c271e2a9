/** The edits of this visit, undone in reverse order. They are stored outside the pages. */
import { type QueryClient, useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ApiError } from "../api.ts";
import { listHistory, undoEdit } from "../api-transactions.ts";
import { strings } from "../strings/index.ts";

/** An edit that was just made. */
export interface Done {
  editId: string;
  /** The description of the edit. */
  text: string;
  /** True if it was an undo, so that undoing it is a redo. */
  isUndo: boolean;
  /** True if it changed an account and no transaction. */
  isOfAccount?: boolean;
  /** Further actions offered with it. */
  more?: readonly More[];
}

/** An action offered with an edit. */
export interface More {
  label: string;
  run: () => void;
}

/** The latest failed attempt. */
export interface Failure {
  error: Error;
  /** Retries; absent if that cannot help. */
  retry?: (() => void) | undefined;
}

interface State {
  /** The edits that can be undone, the latest last. */
  stack: readonly Done[];
  /** The latest edit or undo. */
  last: Done | null;
  /** The failure since then; the next success clears it. */
  failure: Failure | null;
}

type Listener = () => void;

const NOTHING: State = { stack: [], last: null, failure: null };

let state: State = NOTHING;
const listeners = new Set<Listener>();

function publish(next: State): void {
  state = next;
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records an edit and offers to undo it. */
export function rememberEdit(editId: string, text: string, more: readonly More[] = []): void {
  const done = { editId, text, isUndo: false, more };
  publish({ stack: [...state.stack, done], last: done, failure: null });
}

/** Records an edit of an account and offers to undo it. */
export function rememberAccountEdit(editId: string, text: string): void {
  const done = { editId, text, isUndo: false, isOfAccount: true };
  publish({ stack: [...state.stack, done], last: done, failure: null });
}

/** Records a failure, which the undo bar shows. */
export function reportFailure(error: Error, retry?: () => void): void {
  publish({ ...state, failure: { error, retry } });
}

/** Clears the latest failure. */
export function clearFailure(): void {
  publish({ ...state, failure: null });
}

/** Returns the latest failure that was not cleared. */
export function latestFailure(): Failure | null {
  return state.failure;
}

/**
 * Records a failed undo.
 *
 * If it can be retried, the edit stays the latest one, so that no earlier edit is undone instead. An edit
 * that was undone elsewhere is dropped.
 */
export function recordFailedUndo(done: Done, error: Error, retry: () => void): void {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 409);
  const isOther = ({ editId }: Done) => editId !== done.editId;
  publish({
    stack: isGone ? state.stack.filter(isOther) : state.stack,
    last: isGone && state.last && !isOther(state.last) ? null : state.last,
    failure: { error, retry: isGone ? undefined : retry },
  });
}

/** Settles when all pending edits are recorded or have failed. */
let coming: Promise<unknown> = Promise.resolve();

/** Number of pending edits. */
let comingCount = 0;

/** Announces a pending edit, so that an undo in the meantime applies to it and not to the edit before it. */
export function expectEdit<T>(work: Promise<T>): Promise<T> {
  comingCount += 1;
  coming = Promise.allSettled([coming, work]).then(() => {
    comingCount -= 1;
  });
  return work;
}

/** Returns the latest edit, once all pending ones are recorded. */
export async function latestEdit(): Promise<Done | undefined> {
  await coming;
  return state.stack.at(-1);
}

/** Records the latest edit of a transaction, for routes that return the transaction and not the edit. */
export async function rememberEditOf(entryId: string, text: string, more: readonly More[] = []): Promise<void> {
  try {
    const [last] = await listHistory(entryId);
    if (last) {
      rememberEdit(last.edit.id, text, more);
    }
  } catch {
    // Without the id of this edit it cannot be undone, and an earlier edit must not be undone instead.
    publish(NOTHING);
  }
}

/** Clears everything, because another user may sign in next. */
export function clearUndo(): void {
  publish(NOTHING);
}

/** Query key of the transaction list. Changes update it in place, while all other data is reloaded. */
export const TRANSACTION_LIST = "transaction-list";

/** Maximum number of pages to reload in place; a longer list starts over. */
const PAGES_MAX = 10;

/** Reloads all data that depends on transactions. */
export async function refreshBooks(client: QueryClient, options: { list: boolean }): Promise<void> {
  const lists = options.list ? client.getQueryCache().findAll({ queryKey: [TRANSACTION_LIST] }) : [];
  await Promise.all([
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== TRANSACTION_LIST }),
    ...lists.map(({ queryKey, state: { data } }) => {
      const pages = (data as { pages: unknown[] } | undefined)?.pages.length ?? 0;
      return pages > PAGES_MAX ? client.resetQueries({ queryKey }) : client.invalidateQueries({ queryKey });
    }),
  ]);
}

/** One key for all undo requests, so that each sees a pending one. */
const UNDOING = ["undo"];

/** Returns the latest edit, and functions to undo it or the one before it. */
export function useUndo() {
  const client = useQueryClient();
  const { stack, last, failure } = useSyncExternalStore(subscribe, () => state);
  const isPending = useIsMutating({ mutationKey: UNDOING }) > 0;
  const undo = useMutation({
    mutationKey: UNDOING,
    mutationFn: (done: Done) => undoEdit(done.editId),
    onSuccess: ({ edit, kept }, done) => {
      const rest = state.stack.filter(({ editId }) => editId !== done.editId);
      const whole = done.isUndo ? strings.undo.redone : strings.undo.undone;
      const except = done.isOfAccount ? strings.undo.exceptLater : strings.undo.exceptChanged(kept);
      const text = kept > 0 ? except : whole;
      const isOfAccount = done.isOfAccount ?? false;
      const undone = { editId: edit.id, text, isUndo: !done.isUndo, isOfAccount };
      publish({ stack: done.isUndo ? [...rest, undone] : rest, last: undone, failure: null });
    },
    onError: (error, done) => recordFailedUndo(done, error, () => void expectEdit(undoEdits(done))),
    onSettled: () => void refreshBooks(client, { list: true }),
  });
  const undoEdits = async (done: Done | null | undefined) => {
    if (done) {
      await undo.mutateAsync(done).catch(() => undefined);
    }
  };
  return {
    last,
    /** True if an edit can be undone. */
    canUndo: stack.length > 0,
    /**
     * Undoes the latest edit. Repeats of a held key are ignored while an edit is pending or has failed, so
     * that releasing the key stops at once.
     */
    undo: (isHeld = false) => {
      if (!isHeld || (comingCount === 0 && state.failure === null)) {
        void expectEdit(latestEdit().then(undoEdits));
      }
    },
    /** Undoes `last`, which may be an undo. */
    undoLast: () => void expectEdit(undoEdits(last)),
    /** The latest failure, until a success or until the user dismisses it. */
    failure,
    isPending,
  };
}
