/** The progress of the month's budgets. */
import { Link } from "wouter";
import type { Category } from "../../api.ts";
import type { Budget, FiscalCalendar } from "../../api-bookkeeping.ts";
import { gaugePercent, spentPath } from "../../lib/budget.ts";
import { absolute, formatMoney, isNegative } from "../../lib/money.ts";
import { strings } from "../../strings/index.ts";

interface Props {
  budgets: Budget[];
  categories: Category[];
  calendar: FiscalCalendar;
}

export function BudgetStates({ budgets, categories, calendar }: Props) {
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
          return (
            <li key={budget.id}>
              <span className="name">{name}</span>
              <Link href={spentPath(budget, state, calendar)} className="figure">
                {words.spentOf(formatMoney(state.spent, budget.currency), formatMoney(budget.amount, budget.currency))}
              </Link>
              <span className="gauge" aria-hidden>
                <span className={isOver ? "over" : undefined} style={{ width: `${gaugePercent(state)}%` }} />
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
      <p>
        <Link href="/budget">{strings.budgets.all}</Link>
      </p>
    </section>
  );
}
