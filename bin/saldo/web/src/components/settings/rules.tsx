/** The list of rules, in the order in which they apply. */
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { listAccounts, listCategories } from "../../api.ts";
import { type Rule, applyRules, deleteRule, listRules, orderRules, putRule } from "../../api-bookkeeping.ts";
import { type Names, describeRule } from "../../lib/rule-words.ts";
import { inOrder, moved } from "../../lib/order.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Grip, useDrag } from "../drag.tsx";
import { Notice, explain } from "../notice.tsx";
import { Needs } from "../role.tsx";
import { SavedCheckbox } from "../saved-checkbox.tsx";
import { Section } from "../section.tsx";
import { RuleForm } from "./rule-form.tsx";

export default function Rules() {
  const rules = useQuery({ queryKey: ["rules"], queryFn: listRules });
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories });
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const [editing, setEditing] = useState<Rule | "new" | null>(null);
  const [ending, setEnding] = useState<Rule | null>(null);
  const order = useChange(orderRules);
  const toggle = useChange(({ id, ...rule }: Rule) => putRule(id, rule));
  const remove = useChange(
    (id: string) => deleteRule(id),
    () => setEnding(null),
  );
  const apply = useChange(applyRules);
  const words = strings.rules;
  const error = rules.error ?? categories.error ?? accounts.error ?? order.error ?? toggle.error ?? apply.error;
  // The new order is shown before the server has stored it.
  const list = inOrder(rules.data ?? [], order.isPending ? order.variables : []);
  const names: Names = {
    category: (id) => categories.data?.find((category) => category.id === id)?.name ?? words.gone,
    account: (id) => accounts.data?.find((account) => account.id === id)?.name ?? words.gone,
  };
  const move = (from: number, to: number) =>
    order.mutate(
      moved(
        list.map(({ id }) => id),
        from,
        to,
      ),
    );
  const drag = useDrag<HTMLOListElement>(move);
  return (
    <Section title={words.title} hint={words.hint}>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {rules.data?.length === 0 && <p className="soft">{words.none}</p>}
      <ol className="rows rules" aria-label={words.title} ref={drag.list}>
        {list.map((rule, index) => (
          <li key={rule.id} {...drag.propsOf(index)}>
            {list.length > 1 && (
              <Needs>
                <Grip {...drag.gripOf(index)} />
              </Needs>
            )}
            <label className="check grow">
              <SavedCheckbox
                saved={rule.enabled}
                save={(enabled, options) => toggle.mutate({ ...rule, enabled }, options)}
              />
              <span>
                {rule.name}
                <span className={rule.conditions.some(({ when }) => when === "amount") ? "hint money" : "hint"}>
                  {describeRule(rule, names)}
                </span>
              </span>
            </label>
            <div className="buttons">
              <button
                type="button"
                className="quiet icon"
                aria-label={words.up(rule.name)}
                disabled={index === 0 || order.isPending}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp size={18} aria-hidden />
              </button>
              <button
                type="button"
                className="quiet icon"
                aria-label={words.down(rule.name)}
                disabled={index === list.length - 1 || order.isPending}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown size={18} aria-hidden />
              </button>
              <button type="button" className="quiet" onClick={() => setEditing(rule)}>
                {strings.categories.edit}
                <span className="hidden"> {rule.name}</span>
              </button>
              <button type="button" className="quiet" onClick={() => setEnding(rule)}>
                {strings.categories.delete}
                <span className="hidden"> {rule.name}</span>
              </button>
            </div>
          </li>
        ))}
      </ol>
      <div className="buttons">
        <button type="button" className="button" onClick={() => setEditing("new")}>
          {words.add}
        </button>
        {list.length > 0 && (
          <button type="button" className="button" disabled={apply.isPending} onClick={() => apply.mutate()}>
            {words.apply}
          </button>
        )}
      </div>
      {apply.data !== undefined && <Notice tone="good">{words.applied(apply.data)}</Notice>}
      {editing && (
        <RuleForm
          rule={editing === "new" ? null : editing}
          categories={categories.data ?? []}
          accounts={accounts.data ?? []}
          onClose={() => setEditing(null)}
        />
      )}
      {ending && (
        <Confirm
          title={words.deleteTitle(ending.name)}
          confirm={strings.categories.delete}
          danger
          error={remove.error}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(ending.id)}
          onClose={() => setEnding(null)}
        >
          <p>{words.deleteBody}</p>
        </Confirm>
      )}
    </Section>
  );
}
