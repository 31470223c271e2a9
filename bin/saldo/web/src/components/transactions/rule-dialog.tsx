/** "Always do this": a rule made from a correction, with a preview of its effect. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Account, Category, Transaction } from "../../api.ts";
import { type RuleDraft, applyRules, createRule, listEdits, previewRule } from "../../api-transactions.ts";
import { formatDay } from "../../lib/date.ts";
import { formatMoney, isNegative } from "../../lib/money.ts";
import { refreshBooks, rememberEdit } from "../../lib/undo.ts";
import { strings } from "../../strings/index.ts";
import { CategorySelect } from "../category-select.tsx";
import { Dialog } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";

interface Props {
  transaction: Transaction;
  account: Account | undefined;
  categories: Category[];
  onClose: () => void;
}

const EXAMPLES_SHOWN = 4;

/** Returns the part of a description that recurs: the words before the first number. */
function essenceOf(transaction: Transaction): string {
  const words = transaction.originalDescription || transaction.description;
  return /^\D{4,}?(?=\s+\S*\d)/.exec(words)?.[0].trim() ?? words;
}

export function RuleDialog({ transaction, account, categories, onClose }: Props) {
  const client = useQueryClient();
  const isRenamed = transaction.description !== transaction.originalDescription;
  const [text, setText] = useState(() => essenceOf(transaction));
  const [categoryId, setCategoryId] = useState(transaction.categoryId ?? "");
  const [rename, setRename] = useState(isRenamed);
  const [sameWay, setSameWay] = useState(true);
  const [sameAccount, setSameAccount] = useState(false);
  const words = strings.rule;
  const rule: RuleDraft = {
    name: text.trim().slice(0, 200),
    conditions: [
      { when: "description_contains", text: text.trim() },
      ...(sameWay
        ? [
            {
              when: "direction" as const,
              direction: isNegative(transaction.amount) ? ("out" as const) : ("in" as const),
            },
          ]
        : []),
      ...(sameAccount ? [{ when: "account" as const, account: transaction.accountId }] : []),
    ],
    actions: [
      ...(categoryId === "" ? [] : [{ do: "set_category" as const, category: categoryId }]),
      ...(rename ? [{ do: "rename" as const, description: transaction.description }] : []),
    ],
  };
  const isWhole = text.trim() !== "" && rule.actions.length > 0;
  const save = useMutation({
    mutationFn: async () => {
      await createRule(rule);
      if ((await applyRules()) > 0) {
        const { items } = await listEdits(1);
        const [last] = items;
        if (last?.action === "categorize") {
          rememberEdit(last.id, words.applied(last.entries));
        }
      }
      onClose();
      await refreshBooks(client, { list: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form onSubmit={submit}>
        <Field label={words.contains} value={text} required onChange={(event) => setText(event.currentTarget.value)} />
        <label className="check">
          <input type="checkbox" checked={sameWay} onChange={(event) => setSameWay(event.currentTarget.checked)} />
          {isNegative(transaction.amount) ? words.onlyOut : words.onlyIn}
        </label>
        {account && (
          <label className="check">
            <input
              type="checkbox"
              checked={sameAccount}
              onChange={(event) => setSameAccount(event.currentTarget.checked)}
            />
            {words.onlyAccount(account.name)}
          </label>
        )}
        <label className="field">
          <span className="label">{words.setCategory}</span>
          <CategorySelect
            categories={categories}
            none={words.noCategory}
            value={categoryId}
            onChange={(event) => setCategoryId(event.currentTarget.value)}
          />
        </label>
        {isRenamed && (
          <label className="check">
            <input type="checkbox" checked={rename} onChange={(event) => setRename(event.currentTarget.checked)} />
            {words.rename(transaction.description)}
          </label>
        )}
        {isWhole && <Preview rule={rule} />}
        {save.isError && <Notice tone="bad">{explain(save.error)}</Notice>}
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {strings.cancel}
          </button>
          <button type="submit" className="button primary" disabled={!isWhole || save.isPending}>
            {words.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Preview({ rule }: { rule: RuleDraft }) {
  const preview = useQuery({
    queryKey: ["rule-preview", rule],
    queryFn: () => previewRule(rule),
    placeholderData: (before) => before,
  });
  if (preview.isError) {
    return <Notice tone="bad">{explain(preview.error)}</Notice>;
  }
  return (
    <div className="preview" role="status">
      <p>{preview.data ? strings.rule.fits(preview.data.entries, preview.data.changed) : strings.loading}</p>
      <ul>
        {preview.data?.examples.slice(0, EXAMPLES_SHOWN).map(({ transaction }) => (
          <li key={transaction.id}>
            <span className="clip">{transaction.description}</span>
            <span className="hint">{formatDay(transaction.date)}</span>
            <span className="figure">{formatMoney(transaction.amount, transaction.currency)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
