/** `/statements/:id/import` — review of a data file and its columns before the import. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { ApiError, getStatement, listAccounts, processStatement } from "../api.ts";
import {
  type ImportPreview,
  type ImportTarget,
  type Imported,
  forgetMappings,
  importFile,
  previewImport,
} from "../api-import.ts";
import { Heading } from "../components/heading.tsx";
import { Columns } from "../components/import/columns.tsx";
import { Dialect } from "../components/import/dialect.tsx";
import { Preview } from "../components/import/preview.tsx";
import { Target } from "../components/import/target.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { useKnownRole } from "../components/role.tsx";
import { Waiting } from "../components/waiting.tsx";
import { transactionsPath } from "../lib/transaction-filter.ts";
import { firstText, likelySeparator, rowsOf } from "../lib/first-rows.ts";
import { type Draft, blankDraft, complete, lackOf } from "../lib/import-mapping.ts";
import { formatMonth } from "../lib/date.ts";
import { formatMoney } from "../lib/money.ts";
import { useChange } from "../lib/use-change.ts";
import { strings } from "../strings/index.ts";
import "./import.css";

const UNPROCESSABLE = 422;
const UNSUPPORTED = 415;

/** Formats of banks and tables; all others are those of other programs. */
const BANK_FORMATS: readonly string[] = ["csv", "xlsx", "ofx", "qif", "camt053", "mt940"];

/** True for a file that has budgets and no accounts. */
function isPlan(preview: ImportPreview): boolean {
  return preview.budgetCount > 0 && preview.accounts.length === 0;
}

/** True for an export of another personal-finance program. */
function isProgram(preview: ImportPreview | null): boolean {
  return preview !== null && !BANK_FORMATS.includes(preview.format);
}

export default function Import({ id }: { id: string }) {
  const role = useKnownRole();
  if (role === null) {
    return <Waiting />;
  }
  // The server makes no preview for viewers.
  return role === "viewer" ? <Redirect to={`/statements/${id}`} replace /> : <Review id={id} />;
}

function Review({ id }: { id: string }) {
  const [, go] = useLocation();
  const words = strings.importing;
  const statement = useQuery({ queryKey: ["statements", id], queryFn: () => getStatement(id) });
  const text = useQuery({ queryKey: ["first-text", id], queryFn: () => firstText(id), staleTime: Infinity });
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const reading = useReading(id, text.data ?? "");
  const { preview, draft, accountId } = reading;
  const lack = draft && lackOf(draft);
  const importing = useImport(id, go);
  const rows = useMemo(() => (draft ? rowsOf(text.data ?? "", draft.separator) : []), [text.data, draft?.separator]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    importing.mutate({ mapping: draft && complete(draft), target: reading.target });
  };
  if (importing.data) {
    return <Done id={id} imported={importing.data} hasPlan={preview !== null && isPlan(preview)} />;
  }
  const isOther = reading.error instanceof ApiError && reading.error.status === UNSUPPORTED;
  return (
    <div className="page import">
      <Link href="/statements" className="back">
        <ChevronLeft size={18} aria-hidden /> {strings.statement.back}
      </Link>
      <Heading title={statement.data?.fileName ?? strings.loading}>
        {preview && <p className="hint">{words.formats[preview.format]}</p>}
      </Heading>
      {isOther ? <Other id={id} /> : <p className="lead">{isProgram(preview) ? words.ofProgram : words.lead}</p>}
      {reading.error && !isOther && <Notice tone="bad">{explain(reading.error)}</Notice>}
      <form onSubmit={submit}>
        {draft && (
          <>
            <section aria-labelledby="columns">
              <h2 id="columns">{words.columns}</h2>
              {preview?.mappingFrom === "saved" && accountId && (
                <Saved accountId={accountId} onForgotten={reading.startOver} />
              )}
              {lack && <Notice tone="warn">{words.lacks[lack]}</Notice>}
              <Columns draft={draft} names={preview?.columns ?? []} rows={rows} onChange={reading.setDraft} />
            </section>
            <section aria-labelledby="dialect">
              <h2 id="dialect">{words.dialect}</h2>
              <Dialect draft={draft} onChange={reading.setDraft} />
            </section>
          </>
        )}
        {preview && (
          <>
            {preview.accounts.length > 0 && <AccountsInFile accounts={preview.accounts} />}
            {preview.linkedTransferCount > 0 && <p className="hint">{words.linked(preview.linkedTransferCount)}</p>}
            {preview.budgetCount > 0 && <Budgets budgets={preview.budgets} all={preview.budgetCount} />}
            {preview.leftOut.length > 0 && <LeftOut parts={preview.leftOut} />}
            {preview.accounts.length < 2 && !isPlan(preview) && (
              <section aria-labelledby="target">
                <h2 id="target">{words.target}</h2>
                <Target
                  target={reading.target}
                  accounts={accounts.data ?? []}
                  currency={preview.transactions[0]?.currency}
                  onChange={reading.setTarget}
                />
              </section>
            )}
            {!isPlan(preview) && (
              <section aria-labelledby="becomes" aria-busy={reading.isPending}>
                <h2 id="becomes">
                  {words.preview}{" "}
                  <span className="hint">{words.shown(preview.transactions.length, preview.transactionCount)}</span>
                </h2>
                <Preview preview={preview} accountId={accountId} />
              </section>
            )}
            {importing.error && <Notice tone="bad">{explain(importing.error)}</Notice>}
            <div className="buttons foot">
              <button
                type="submit"
                className="button primary"
                disabled={
                  importing.isPending ||
                  reading.isPending ||
                  reading.error !== null ||
                  lack !== null ||
                  preview.problemCount > 0 ||
                  (preview.transactionCount === 0 && !isPlan(preview))
                }
              >
                {importing.isPending
                  ? words.pending
                  : isPlan(preview)
                    ? words.submitBudgets(preview.budgetCount)
                    : words.submit(preview.transactionCount)}
              </button>
            </div>
          </>
        )}
      </form>
    </div>
  );
}

/** Returns the import target for the server, without an incomplete currency. */
function askedFor(target: ImportTarget | null) {
  if (target?.kind === "account") {
    return { accountId: target.id };
  }
  const currency = target?.kind === "new" ? target.account.currency : "";
  return /^[A-Z]{3}$/.test(currency) ? { currency } : null;
}

/** Manages the settings for reading the file: the server's, until the user changes them. */
function useReading(id: string, text: string) {
  const [edited, setEdited] = useState<Draft | null>(null);
  const [chosen, setChosen] = useState<ImportTarget | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const mapping = edited && complete(edited);
  const asked = askedFor(chosen);
  const look = useQuery({
    queryKey: ["import", id, mapping, asked],
    queryFn: () => previewImport(id, mapping, asked),
    enabled: edited === null || mapping !== null,
    retry: false,
  });
  // Keep the last valid preview while the next one is loading or fails.
  if (look.data && look.data !== preview) {
    setPreview(look.data);
  }
  const isTable = look.error instanceof ApiError && look.error.status === UNPROCESSABLE && preview === null;
  const blank = isTable && text !== "" ? blankDraft(likelySeparator(text)) : null;
  const byFile: ImportTarget = preview?.accountId ? { kind: "account", id: preview.accountId } : { kind: "file" };
  const target = chosen ?? byFile;
  return {
    preview,
    draft: edited ?? preview?.mapping ?? blank,
    setDraft: setEdited,
    target,
    setTarget: setChosen,
    accountId: target.kind === "account" ? target.id : null,
    isPending: look.isFetching,
    error: look.error,
    startOver: () => {
      setEdited(null);
      void look.refetch();
    },
  };
}

/**
 * Returns a mutation that imports the file. If it takes long, the page of the statement shows the progress.
 */
function useImport(id: string, go: (path: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ mapping, target }: { mapping: Parameters<typeof importFile>[1]; target: ImportTarget }) =>
      importFile(id, mapping, target),
    onSuccess: (imported) => {
      void client.invalidateQueries();
      if (imported === null) {
        go(`/statements/${id}`);
      }
    },
  });
}

function Saved({ accountId, onForgotten }: { accountId: string; onForgotten: () => void }) {
  const words = strings.importing;
  const forget = useChange(() => forgetMappings(accountId), onForgotten);
  return (
    <p className="hint saved">
      {words.saved}{" "}
      <button type="button" className="quiet" disabled={forget.isPending} onClick={() => forget.mutate()}>
        {words.forget}
      </button>
    </p>
  );
}

/** The accounts in a file that names them itself. */
function AccountsInFile({ accounts }: { accounts: ImportPreview["accounts"] }) {
  const words = strings.importing;
  return (
    <ul className="accounts-in-file">
      {accounts.map((account, index) => (
        <li key={index}>
          <span>{account.name ?? account.numberMasked ?? strings.kind.other}</span>
          <span className={account.closingBalance === null ? "hint" : "hint money"}>
            {[
              account.name ? account.numberMasked : null,
              words.holds(account.transactionCount),
              account.closingBalance === null
                ? account.currency
                : `${strings.statement.closing} ${formatMoney(account.closingBalance, account.currency)}`,
            ]
              .filter((part) => part !== null)
              .join(" · ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The budgets in another program's export. */
function Budgets({ budgets, all }: { budgets: ImportPreview["budgets"]; all: number }) {
  const words = strings.budgets;
  return (
    <section aria-labelledby="budgets">
      <h2 id="budgets">
        {words.title} <span className="hint">{all}</span>
      </h2>
      <ul className="accounts-in-file">
        {budgets.map((budget, index) => (
          <li key={index}>
            <span>{budget.category}</span>
            <span className="hint money">
              {[
                formatMoney(budget.amount, budget.currency),
                words.rhythms[budget.rhythm],
                budget.end === null
                  ? words.since(formatMonth(`${budget.start}-01`))
                  : `${formatMonth(`${budget.start}-01`)} – ${formatMonth(`${budget.end}-01`)}`,
              ].join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The parts of another program's export that are not imported. */
function LeftOut({ parts }: { parts: ImportPreview["leftOut"] }) {
  const words = strings.importing;
  return (
    <section aria-labelledby="left-out">
      <h2 id="left-out">{words.leftOut}</h2>
      <ul className="accounts-in-file">
        {parts.map(({ part, count }) => (
          <li key={part}>
            <span>{words.parts[part]}</span>
            <span className="hint">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A notice for a file that is not a data file, with a button to read it as a statement. */
function Other({ id }: { id: string }) {
  const [, go] = useLocation();
  const read = useChange(
    () => processStatement(id),
    () => go(`/statements/${id}`),
  );
  return (
    <>
      <Notice tone="warn">{strings.importing.notDataFile}</Notice>
      {read.error && <Notice tone="bad">{explain(read.error)}</Notice>}
      <div className="buttons">
        <button type="button" className="button primary" disabled={read.isPending} onClick={() => read.mutate()}>
          {strings.statements.read}
        </button>
      </div>
    </>
  );
}

function Done({ id, imported, hasPlan }: { id: string; imported: NonNullable<Imported>; hasPlan: boolean }) {
  const words = strings.importing;
  return (
    <div className="page import">
      <Heading title={words.done} />
      <Notice tone="good">{hasPlan ? words.budgetsAdded : words.added(imported.fresh)}</Notice>
      {imported.known > 0 && <Notice>{words.skipped(imported.known)}</Notice>}
      <div className="buttons">
        <Link href={hasPlan ? "/budget" : transactionsPath({ statement: id })} className="button primary">
          {hasPlan ? strings.budgets.title : words.show}
        </Link>
        <Link href="/statements" className="button">
          {words.more}
        </Link>
      </div>
    </div>
  );
}
