/** What was done to entries in this visit, to be taken back: the last first. It outlives the page it was done on. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { listHistory, undoEdit } from "../api-entries.ts";
import { strings } from "../strings/index.ts";

/** An edit that was just made. */
export interface Done {
  editId: string;
  /** What was done, in words. */
  text: string;
  /** Whether it took something back: taking it back does that again. */
  isUndo: boolean;
  /** What else may be done about it now. */
  more?: More | undefined;
}

/** An offer beside what was done. */
export interface More {
  label: string;
  run: () => void;
}

interface State {
  /** What can be taken back, the latest last. */
  stack: readonly Done[];
  /** What was done last, be it an edit or taking one back. */
  last: Done | null;
}

type Listener = () => void;

let state: State = { stack: [], last: null };
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

/** Remembers an edit, to offer it to be taken back. */
export function rememberEdit(editId: string, text: string, more?: More): void {
  const done = { editId, text, isUndo: false, more };
  publish({ stack: [...state.stack, done], last: done });
}

/** Edits on their way, one after the other. */
let coming: Promise<unknown> = Promise.resolve();

/**
 * Says that an edit is on its way to be remembered: whoever takes the latest edit back meanwhile means this one, not the one
 * before it.
 */
export function expectEdit<T>(work: Promise<T>): Promise<T> {
  coming = Promise.allSettled([coming, work]);
  return work;
}

/** The latest edit, once those on their way are known. */
export async function latestEdit(): Promise<Done | undefined> {
  await coming;
  return state.stack.at(-1);
}

/** Remembers the last edit of an entry: routes that answer the entry itself do not say which edit it was. */
export async function rememberEditOf(entryId: string, text: string, more?: More): Promise<void> {
  const [last] = await listHistory(entryId);
  if (last) {
    rememberEdit(last.edit.id, text, more);
  }
}

/** Forgets everything: somebody else may sit here next. */
export function clearUndo(): void {
  publish({ stack: [], last: null });
}

/** The long list of entries is kept up to date by whoever changes one; everything else is asked for again. */
export const ENTRY_LIST = "entry-list";

/** So many parts of the list are asked for again in place; a longer one starts over. */
const PARTS_MAX = 10;

/** Asks again for everything that follows from entries. */
export async function refreshBooks(client: QueryClient, options: { list: boolean }): Promise<void> {
  const lists = options.list ? client.getQueryCache().findAll({ queryKey: [ENTRY_LIST] }) : [];
  await Promise.all([
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ENTRY_LIST }),
    ...lists.map(({ queryKey, state: { data } }) => {
      const parts = (data as { pages: unknown[] } | undefined)?.pages.length ?? 0;
      return parts > PARTS_MAX ? client.resetQueries({ queryKey }) : client.invalidateQueries({ queryKey });
    }),
  ]);
}

/** What was done last, and how to take it (or what was done before it) back. */
export function useUndo() {
  const client = useQueryClient();
  const { stack, last } = useSyncExternalStore(subscribe, () => state);
  const take = useMutation({
    mutationFn: (done: Done) => undoEdit(done.editId),
    onSuccess: ({ edit, kept }, done) => {
      const rest = state.stack.filter(({ editId }) => editId !== done.editId);
      const text = kept > 0 ? strings.undo.kept(kept) : done.isUndo ? strings.undo.redone : strings.undo.undone;
      const taken = { editId: edit.id, text, isUndo: !done.isUndo };
      publish({ stack: done.isUndo ? [...rest, taken] : rest, last: taken });
    },
    // What was taken back elsewhere cannot be taken back again.
    onError: (_, done) => publish({ ...state, stack: state.stack.filter(({ editId }) => editId !== done.editId) }),
    onSettled: () => void refreshBooks(client, { list: true }),
  });
  const takeBack = async (done: Done | null | undefined) => {
    if (done) {
      await take.mutateAsync(done).catch(() => undefined);
    }
  };
  return {
    last,
    /** Whether there is something left to take back. */
    canUndo: stack.length > 0,
    /** Takes the latest edit back. */
    undo: () => void expectEdit(latestEdit().then(takeBack)),
    /** Takes back what `last` is, an edit or the taking back of one. */
    turnAround: () => void expectEdit(takeBack(last)),
    error: take.error,
    isPending: take.isPending,
  };
}
