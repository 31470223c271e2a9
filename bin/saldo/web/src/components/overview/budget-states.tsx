/** The progress of the month's budgets. */
import { Link } from "wouter";
import type { Category } from "../../api.ts";
import type { Budget } from "../../api-bookkeeping.ts";
import { daysOf } from "../../lib/date.ts";
import { transactionsPath } from "../../lib/transaction-filter.ts";
import { absolute, formatMoney, isNegative } from "../../lib/money.ts";
import { strings } from "../../strings/index.ts";

interface Props {
  budgets: Budget[];
  categories: Category[];
  month: string;
}

export function BudgetStates({ budgets, categories, month }: Props) {
  const words = strings.overview;
  const standing = budgets.flatMap((budget) => (budget.state ? [{ budget, state: budget.state }] : []));
  if (standing.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="budgets">
      <h2 id="budgets">{strings.budgets.title}</h2>
      <ul className="budget-states">
        {standing.map(({ budget, state }) => {
          const name = categories.find(({ id }) => id === budget.categoryId)?.name ?? "";
          const isOver = isNegative(state.left);
          const from = budget.rhythm === "yearly" ? `${state.since}-01` : daysOf(month).from;
          const path = transactionsPath({
            category: budget.categoryId,
            from,
            to: daysOf(month).to,
            kind: "entry",
            currency: budget.currency,
          });
          return (
            <li key={budget.id}>
              <span className="name">{name}</span>
              <Link href={path} className="figure">
                {words.spentOf(formatMoney(state.spent, budget.currency), formatMoney(budget.amount, budget.currency))}
              </Link>
              <span className="gauge" aria-hidden>
                <span
                  className={isOver ? "over" : undefined}
                  style={{ width: `${Math.min(100, Math.max(0, (state.spentPerMille ?? 0) / 10))}%` }}
                />
              </span>
              <span className={isOver ? "hint over money" : "hint money"}>
                {isOver
                  ? words.over(formatMoney(absolute(state.left), budget.currency))
                  : words.left(formatMoney(state.left, budget.currency))}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
