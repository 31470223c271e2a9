/** Edits in words. */
import type { Edit } from "../api-transactions.ts";
import { strings } from "../strings/index.ts";
import { nameInLanguage } from "./category-name.ts";
import { formatDay } from "./date.ts";
import { formatMoney } from "./money.ts";

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
  const { account, merged, actions } = strings.edits;
  switch (action) {
    case "change_account":
      return account;
    case "merge_accounts":
      return merged;
    case "undo":
      return strings.history.undo;
    default:
      return actions[action](entries);
  }
}

/** Describes what an edit was done to; `null` if nothing is recorded of it. */
export function describeSubject({ subject, entries }: Pick<Edit, "subject" | "entries">): string | null {
  const words = strings.edits;
  switch (subject?.kind) {
    case undefined:
      return null;
    case "transaction":
      return withCategory(nameOf(subject.transaction), subject.category);
    case "merchant":
      return withCategory(subject.merchant, subject.category);
    case "transactions":
      return withCategory(words.first(nameOf(subject.first)), subject.category);
    case "transfer": {
      const accounts = became(accountName(subject.from), accountName(subject.to));
      return entries > 2 ? accounts : `${accounts} · ${placeOf(subject.first)}`;
    }
    case "merchant_names": {
      const more = subject.merchants - 1;
      return became(more > 0 ? words.andMore(subject.from, more) : subject.from, subject.to);
    }
    case "account": {
      const name = accountName(subject.account);
      return subject.formerName === null ? name : became(subject.formerName, name);
    }
    case "accounts":
      return became(accountName(subject.other), accountName(subject.account));
  }
}

type SubjectTransaction = Extract<NonNullable<Edit["subject"]>, { kind: "transactions" }>["first"];
type Named = { name: string | null };

const became = (before: string, after: string) => `${before} → ${after}`;

const accountName = ({ name }: Named) => name ?? strings.edits.deletedAccount;

const placeOf = ({ date, amount }: SubjectTransaction) =>
  `${formatDay(date)} · ${formatMoney(amount.amount, amount.currency)}`;

const nameOf = (transaction: SubjectTransaction) => `${transaction.description} · ${placeOf(transaction)}`;

const withCategory = (text: string, category: Named | null) =>
  category?.name == null ? text : became(text, nameInLanguage(category.name));
