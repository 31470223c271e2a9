/** Edits in words. */
import type { Edit } from "../api-transactions.ts";
import { strings } from "../strings/index.ts";

/** An edit in words. */
export interface EditWords {
  text: string;
  /** True if undoing it does again what was undone. */
  isRedo: boolean;
}

/** Describes an edit. `others` are the edits of which it may be the undo. */
export function describeEdit(edit: Edit, others: readonly Edit[]): EditWords {
  let isRedo = false;
  let original: Edit | undefined = edit;
  // The undo of an undo does the original edit again, and so on.
  while (original?.action === "undo") {
    const undone: string | null = original.undoes;
    original = others.find(({ id }) => id === undone);
    isRedo = !isRedo;
  }
  if (!original) {
    return { text: strings.history.undo, isRedo: true };
  }
  const text = describeAction(original);
  return {
    text: original === edit ? text : isRedo ? strings.edits.undo(text) : strings.edits.redo(text),
    isRedo,
  };
}

function describeAction({ action, entries }: Edit): string {
  const { account, actions } = strings.edits;
  return action === "change_account" ? account : action === "undo" ? strings.history.undo : actions[action](entries);
}
