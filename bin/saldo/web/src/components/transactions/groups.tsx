/** Groups of transactions with their totals: the head of a group in the list, and a list of groups. */
import { ChevronRight } from "lucide-react";
import { Link } from "wouter";
import type { Category, TransactionFilter } from "../../api.ts";
import type { TransactionGroup } from "../../api-transactions.ts";
import { formatMoney, isNegative, negated, sum } from "../../lib/money.ts";
import { type Grouping, type TimeGrouping, groupPath, nameOfGroup } from "../../lib/transaction-groups.ts";
import { strings } from "../../strings/index.ts";

/** The number of groups that are listed; a narrower filter shows the others. */
const GROUPS_MAX = 500;

/** The net amount in each currency. */
function Sums({ flows }: Pick<TransactionGroup, "flows">) {
  return (
    <span className="sums">
      {flows.map(({ currency, income, spending }) => {
        const net = sum([income, negated(spending)]);
        return (
          <span key={currency} className={isNegative(net) ? "figure" : "figure in"}>
            {formatMoney(net, currency, "always")}
          </span>
        );
      })}
    </span>
  );
}

const countOf = ({ flows }: Pick<TransactionGroup, "flows">) =>
  strings.transactions.count(flows.reduce((count, { entries }) => count + entries, 0));

interface HeadProps {
  grouping: TimeGrouping;
  group: string;
  /** The totals; absent while they are loaded, and for a group of transfers only. */
  totals: TransactionGroup | undefined;
  row: number;
  offset: number;
}

/** The head of a day or a month in the list. */
export function GroupHead({ grouping, group, totals, row, offset }: HeadProps) {
  return (
    <div
      role="row"
      aria-rowindex={row + 1}
      className="transaction group"
      style={{ transform: `translateY(${offset}px)` }}
    >
      <span role="rowheader" className="name">
        {nameOfGroup(grouping, group, [])}
      </span>
      <span role="cell" className="hint">
        {totals && countOf(totals)}
      </span>
      <span role="cell">{totals && <Sums flows={totals.flows} />}</span>
    </div>
  );
}

interface ListProps {
  grouping: Grouping;
  groups: TransactionGroup[];
  filter: TransactionFilter;
  categories: Category[];
}

/** One line for each group, which leads to its transactions. */
export function GroupList({ grouping, groups, filter, categories }: ListProps) {
  return (
    <ul className="groups" aria-label={strings.transactions.groupBy}>
      {groups.slice(0, GROUPS_MAX).map((one) => (
        <li key={one.group}>
          <Link href={groupPath(filter, grouping, one.group)}>
            <span className="name">{nameOfGroup(grouping, one.group, categories)}</span>
            <span className="hint">{countOf(one)}</span>
            <Sums flows={one.flows} />
            <ChevronRight size={18} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
