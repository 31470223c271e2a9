/** `/accounts` — the accounts in the user's groups, with their latest balances. */
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { type Account, listAccounts } from "../api.ts";
import { AddAccount } from "../components/accounts/dialogs.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs } from "../components/role.tsx";
import { Waiting } from "../components/waiting.tsx";
import { type AccountGroup, accountPath, describeAccount, groupsOf } from "../lib/account-groups.ts";
import { formatDay } from "../lib/date.ts";
import { formatMoney } from "../lib/money.ts";
import { strings } from "../strings/index.ts";
import "./accounts.css";

export default function Accounts() {
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const [isAdding, setAdding] = useState(false);
  const words = strings.accounts;
  const all = accounts.data ?? [];
  const groups = groupsOf(all);
  const archived = all.filter((account) => account.archived);
  return (
    <div className="page accounts">
      <Heading title={strings.nav.accounts}>
        <Needs>
          <button type="button" className="button" onClick={() => setAdding(true)}>
            <Plus size={18} aria-hidden /> {words.add}
          </button>
        </Needs>
      </Heading>
      <p className="hint">{words.hint}</p>
      {accounts.isError && <Notice tone="bad">{explain(accounts.error)}</Notice>}
      {accounts.isPending && <Waiting />}
      {accounts.isSuccess && all.length === 0 && (
        <p className="soft">
          {words.none} <Link href="/statements">{words.addStatement}</Link>
        </p>
      )}
      {groups.map((group) => (
        <Group key={group.name ?? ""} group={group} isOnly={groups.length === 1} />
      ))}
      {archived.length > 0 && (
        <details className="archived">
          <summary>{words.archivedCount(archived.length)}</summary>
          <p className="hint">{words.archivedHint}</p>
          <Lines accounts={archived} />
        </details>
      )}
      {isAdding && <AddAccount onClose={() => setAdding(false)} />}
    </div>
  );
}

function Group({ group: { name, accounts }, isOnly }: { group: AccountGroup; isOnly: boolean }) {
  const title = name ?? strings.accounts.ungrouped;
  return isOnly && name === null ? (
    <Lines accounts={accounts} />
  ) : (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Lines accounts={accounts} />
    </section>
  );
}

function Lines({ accounts }: { accounts: Account[] }) {
  return (
    <ul className="lines">
      {accounts.map((account) => (
        <li key={account.id}>
          <Link href={accountPath(account.id)} className="line">
            <span className="grow">
              <span className="name">{account.name}</span>
              <span className="hint">{describeAccount(account)}</span>
            </span>
            <span className="held">
              <span className={account.balance ? "figure" : "hint"}>
                {account.balance ? formatMoney(account.balance.amount, account.currency) : strings.overview.noBalance}
              </span>
              {account.balance && (
                <span className="hint">{strings.overview.asOf(formatDay(account.balance.date))}</span>
              )}
            </span>
            <ChevronRight size={18} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
