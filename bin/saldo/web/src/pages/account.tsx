/** `/accounts/:id` — an account: its balance over time, its statements, their coverage, its transactions. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Merge, Pencil, Scale, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { type Account, ApiError, getAccount, listAccounts, listStatements, listTransactions } from "../api.ts";
import { listCoverage } from "../api-coverage.ts";
import { Balances } from "../components/accounts/balances.tsx";
import { DeleteAccount, EditAccount, MergeAccount } from "../components/accounts/dialogs.tsx";
import { BalanceHistory, useHistory } from "../components/accounts/history.tsx";
import { AccountCoverage } from "../components/coverage.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs } from "../components/role.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { UndoBar } from "../components/undo-bar.tsx";
import { Waiting } from "../components/waiting.tsx";
import { type AccountEdit, useAccountEdit } from "../lib/account-edit.ts";
import { describeAccount } from "../lib/account-groups.ts";
import { formatDay, formatPeriod, formatShortDay } from "../lib/date.ts";
import { formatMoney, isNegative } from "../lib/money.ts";
import { wholePeriod } from "../lib/statement-parts.ts";
import { describeStatement, nameOf } from "../lib/statement-state.ts";
import { transactionsPath } from "../lib/transaction-filter.ts";
import { strings } from "../strings/index.ts";
import { NotFound } from "./not-found.tsx";
import "./accounts.css";

/** Number of transactions shown; a link leads to all of them. */
const LATEST = 10;

type Task = "edit" | "balances" | "merge" | "delete";

export default function AccountPage({ id }: { id: string }) {
  const account = useQuery({ queryKey: ["accounts", id], queryFn: () => getAccount(id) });
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  if (account.error instanceof ApiError && account.error.status === 404) {
    return <NotFound />;
  }
  const error = account.error ?? accounts.error;
  if (error || !account.data || !accounts.data) {
    return (
      <div className="page accounts">
        <Heading title={strings.nav.accounts} />
        {error ? <Notice tone="bad">{explain(error)}</Notice> : <Waiting />}
      </div>
    );
  }
  return <Shown account={account.data} accounts={accounts.data} />;
}

function Shown({ account, accounts }: { account: Account; accounts: Account[] }) {
  const [task, setTask] = useState<Task | null>(null);
  const [, go] = useLocation();
  const edit = useAccountEdit(account);
  const [history, latest] = [useHistory(account), useLatest(account)];
  // The sections appear together, so that none moves another.
  const isReady = !history.isPending && !latest.isPending;
  const words = strings.accounts;
  const close = () => setTask(null);
  return (
    <div className="page accounts">
      <p className="back">
        <Link href="/accounts">{strings.nav.accounts}</Link>
        {account.group && <span className="soft"> › {account.group}</span>}
      </p>
      <Heading title={account.name}>
        <p className="hint">{describeAccount(account)}</p>
        <Needs>
          <Actions account={account} edit={edit} onTask={setTask} />
        </Needs>
      </Heading>
      {edit.error && task === null && <Notice tone="bad">{explain(edit.error)}</Notice>}
      {account.archived && <Notice tone="warn">{words.archivedNotice}</Notice>}
      {account.note && <p className="note">{account.note}</p>}
      <p className="now">
        <span className="amount money">
          {account.balance ? formatMoney(account.balance.amount, account.currency) : strings.overview.noBalance}
        </span>
        {account.balance && <span className="hint">{strings.overview.asOf(formatDay(account.balance.date))}</span>}
      </p>
      {isReady ? (
        <>
          <BalanceHistory account={account} />
          <Latest account={account} />
          <Statements account={account} />
        </>
      ) : (
        <Waiting />
      )}
      {task === "edit" && <EditAccount account={account} accounts={accounts} edit={edit} onClose={close} />}
      {task === "balances" && <Balances account={account} onClose={close} />}
      {task === "merge" && <MergeAccount account={account} accounts={accounts} onClose={close} />}
      {task === "delete" && (
        <DeleteAccount account={account} onDeleted={() => go("/accounts", { replace: true })} onClose={close} />
      )}
      <UndoBar />
    </div>
  );
}

interface ActionsProps {
  account: Account;
  edit: AccountEdit;
  onTask: (task: Task) => void;
}

function Actions({ account, edit, onTask }: ActionsProps) {
  const words = strings.accounts;
  const { archived, name } = account;
  const Icon = archived ? ArchiveRestore : Archive;
  return (
    <div className="buttons">
      <button type="button" className="button" onClick={() => onTask("edit")}>
        <Pencil size={16} aria-hidden /> {words.tasks.edit}
      </button>
      <button type="button" className="button" onClick={() => onTask("balances")}>
        <Scale size={16} aria-hidden /> {words.tasks.balances}
      </button>
      <button
        type="button"
        className="button"
        disabled={edit.isPending}
        onClick={() =>
          edit.save({ archived: !archived }, archived ? words.unarchivedDone(name) : words.archivedDone(name))
        }
      >
        <Icon size={16} aria-hidden /> {archived ? words.unarchive : words.archive}
      </button>
      <button type="button" className="button" onClick={() => onTask("merge")}>
        <Merge size={16} aria-hidden /> {words.tasks.merge}
      </button>
      {account.byHand && (
        <button type="button" className="button" onClick={() => onTask("delete")}>
          <Trash2 size={16} aria-hidden /> {strings.categories.delete}
        </button>
      )}
    </div>
  );
}

function useLatest({ id }: Account) {
  return useQuery({
    queryKey: ["transactions", "of account", id],
    queryFn: () => listTransactions({ account: id }, null, LATEST),
  });
}

function Latest({ account }: { account: Account }) {
  const path = transactionsPath({ account: account.id });
  const latest = useLatest(account);
  const items = latest.data?.items ?? [];
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">{strings.overview.recent}</h2>
      {latest.isError && <Notice tone="bad">{explain(latest.error)}</Notice>}
      {latest.isSuccess && items.length === 0 && <p className="hint">{strings.accounts.noTransactions}</p>}
      {items.length > 0 && (
        <>
          <ul className="lines">
            {items.map(({ id, date, description, merchant, merchantNamed, amount, currency }) => (
              <li key={id}>
                <Link
                  href={transactionsPath({ account: account.id, from: date, to: date, text: description })}
                  className="line"
                >
                  <span className="soft day">{formatShortDay(date)}</span>
                  <span className="grow">{merchantNamed ? merchant : description}</span>
                  <span className={isNegative(amount) ? "figure" : "figure in"}>{formatMoney(amount, currency)}</span>
                </Link>
              </li>
            ))}
          </ul>
          <p>
            <Link href={path}>{strings.overview.allTransactions}</Link>
          </p>
        </>
      )}
    </section>
  );
}

function Statements({ account }: { account: Account }) {
  const words = strings.accounts;
  const list = useInfiniteQuery({
    queryKey: ["statements", "of account", account.id],
    queryFn: ({ pageParam }) => listStatements(pageParam, account.id),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const coverage = useQuery({ queryKey: ["coverage"], queryFn: listCoverage });
  const statements = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const covered = coverage.data?.filter(({ accountId, covered }) => accountId === account.id && covered.length > 0);
  const error = list.error ?? coverage.error;
  return (
    <section aria-labelledby="statements">
      <h2 id="statements">{strings.nav.statements}</h2>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {list.isSuccess && statements.length === 0 && <p className="hint">{words.noStatements}</p>}
      {covered && covered.length > 0 && (
        <div className="coverage">
          {covered.map((one) => (
            <AccountCoverage key={one.currency} covered={one} name={strings.coverage.title} statements={statements} />
          ))}
        </div>
      )}
      {statements.length > 0 && (
        <ul className="lines">
          {statements.map((statement) => {
            const period = wholePeriod(statement.accounts.filter(({ accountId }) => accountId === account.id));
            return (
              <li key={statement.id}>
                <Link href={`/statements/${statement.id}`} className="line statement">
                  <span className="grow">
                    <span className="name">{period ? formatPeriod(period.from, period.to) : nameOf(statement)}</span>
                    <span className="hint">{statement.fileName}</span>
                  </span>
                  <StateMark state={describeStatement(statement, null)} />
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {list.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {strings.statements.more}
        </button>
      )}
    </section>
  );
}
