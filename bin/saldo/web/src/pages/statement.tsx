/** `/statements/:id` — a statement: its pages beside its transactions, and the proof that they add up. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download, RefreshCw, Trash2 } from "lucide-react";
import { Suspense, lazy, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import {
  type Transaction,
  type Statement as Stored,
  deleteStatement,
  getStatement,
  listStatementTransactions,
  processStatement,
  statementFile,
} from "../api.ts";
import { Dialog } from "../components/dialog.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { PasswordDialog } from "../components/password-dialog.tsx";
import { Proof } from "../components/proof.tsx";
import { Needs } from "../components/role.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { UndoBar } from "../components/undo-bar.tsx";
import { Waiting } from "../components/waiting.tsx";
import { formatMoment } from "../lib/date.ts";
import { useJob } from "../lib/follow-job.ts";
import {
  describeStatement,
  fractionOf,
  importPath,
  isForPrograms,
  nameOf,
  wantsPassword,
} from "../lib/statement-state.ts";
import { transactionsOfParts } from "../lib/statement-parts.ts";
import { strings } from "../strings/index.ts";
import "./statement.css";

const PdfPage = lazy(() => import("../components/pdf-page.tsx"));

export default function Statement({ id }: { id: string }) {
  const found = useQuery({ queryKey: ["statements", id], queryFn: () => getStatement(id) });
  if (found.isError) {
    return (
      <div className="page">
        <Heading title={strings.statements.title} />
        <Notice tone="bad">{explain(found.error)}</Notice>
        <Link href="/statements">{strings.notFound.back}</Link>
      </div>
    );
  }
  return found.data ? <Open statement={found.data} /> : <p className="splash">{strings.loading}</p>;
}

function Open({ statement }: { statement: Stored }) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries();
  const job = useJob(statement.status === "processing" ? statement.jobId : null, refresh);
  const state = describeStatement(statement, job);
  const transactions = useQuery({
    queryKey: ["statements", statement.id, "transactions"],
    queryFn: () => listStatementTransactions(statement.id),
    enabled: statement.status === "processed",
  });
  const fraction = fractionOf(job);
  return (
    <div className="page wide statement">
      <Link href="/statements" className="back">
        <ChevronLeft size={18} aria-hidden /> {strings.statement.back}
      </Link>
      <Heading title={nameOf(statement)}>
        <Acts statement={statement} onChange={refresh} />
      </Heading>
      <div className="verdict" role="status">
        <StateMark state={state} />
        {state.detail && <p>{state.detail}</p>}
        {statement.status === "processing" && (
          <progress {...(fraction === null ? {} : { value: fraction })} aria-label={state.text} />
        )}
      </div>
      {transactions.isError && <Notice tone="bad">{explain(transactions.error)}</Notice>}
      {transactions.isPending && <Waiting />}
      {transactions.data && <Views statement={statement} transactions={transactions.data} />}
      <footer className="about">
        <span>{strings.kind[statement.kind]}</span>
        <span>{statement.fileName}</span>
        <span>{strings.statement.uploadedAt(formatMoment(statement.createdAt))}</span>
        {statement.readBy && <span>{strings.statement.readBy[statement.readBy]}</span>}
      </footer>
      <UndoBar />
    </div>
  );
}

/** The page and the rows: side by side, or one at a time on narrow screens. */
function Views({ statement, transactions }: { statement: Stored; transactions: Transaction[] }) {
  // A data file (CSV, OFX, …) has no page to show.
  const hasPages = statement.readBy !== "import";
  const [view, setView] = useState<"page" | "rows">("rows");
  const [search] = useSearchParams();
  // Highlight the linked transaction from the start.
  const [activeId, setActiveId] = useState<string | null>(search.get("transaction"));
  const ledger = useRef<HTMLElement>(null);
  useEffect(() => {
    // Show the row that was tapped on the page, if only one of both is visible at a time.
    if (view === "rows") {
      ledger.current?.querySelector("tr.active")?.scrollIntoView({ block: "nearest" });
    }
  }, [view]);
  const [page, setPage] = useState(() => transactions.find(({ id }) => id === activeId)?.place?.page ?? 1);
  const [pages, setPages] = useState(statement.pages ?? 1);
  const fromRow = useCallback(
    (id: string | null) => {
      setActiveId(id);
      const place = transactions.find((transaction) => transaction.id === id)?.place;
      if (place) {
        setPage(place.page);
      }
    },
    [transactions],
  );
  const parts = transactionsOfParts(statement.accounts, transactions);
  return (
    <>
      {hasPages && (
        <div className="switch" role="group" aria-label={strings.statement.views}>
          {(["rows", "page"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {strings.statement[name]}
            </button>
          ))}
        </div>
      )}
      <div className={hasPages ? `sides show-${view}` : "sides alone"}>
        {hasPages && (
          <section className="paper" aria-label={strings.statement.page}>
            <Pager page={page} pages={pages} onPage={setPage} />
            <div className="pane">
              <Suspense fallback={<p className="splash">{strings.loading}</p>}>
                <PdfPage
                  statementId={statement.id}
                  page={page}
                  transactions={transactions}
                  activeId={activeId}
                  onActivate={setActiveId}
                  onPages={setPages}
                />
              </Suspense>
            </div>
          </section>
        )}
        <section ref={ledger} className="ledger" aria-label={strings.statement.rows}>
          {statement.accounts.map((account, index) => (
            <Proof
              key={`${account.accountId} ${account.periodStart}`}
              statementId={statement.id}
              part={index}
              account={account}
              isOneOfMany={statement.accounts.length > 1}
              transactions={parts[index] ?? []}
              activeId={activeId}
              onActivate={fromRow}
            />
          ))}
          {transactions.length === 0 && <p className="hint">{strings.statement.none}</p>}
        </section>
      </div>
    </>
  );
}

function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  if (pages < 2) {
    return null;
  }
  return (
    <div className="pager">
      <button
        type="button"
        className="quiet icon"
        aria-label={strings.statement.previousPage}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={20} aria-hidden />
      </button>
      <span aria-live="polite">{strings.statement.pageOf(page, pages)}</span>
      <button
        type="button"
        className="quiet icon"
        aria-label={strings.statement.nextPage}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={20} aria-hidden />
      </button>
    </div>
  );
}

function Acts({ statement, onChange }: { statement: Stored; onChange: () => void }) {
  const [, go] = useLocation();
  const [asking, setAsking] = useState<"password" | "delete" | null>(null);
  const again = useMutation({
    mutationFn: () => processStatement(statement.id, { reprocess: true }),
    onSettled: onChange,
  });
  const remove = useMutation({
    mutationFn: () => deleteStatement(statement.id),
    onSuccess: () => {
      go("/statements");
      onChange();
    },
  });
  const close = () => setAsking(null);
  return (
    <div className="buttons">
      <Needs>
        {wantsPassword(statement) && (
          <button type="button" className="button primary" onClick={() => setAsking("password")}>
            {strings.password.label}
          </button>
        )}
        {statement.status !== "processing" && isForPrograms(statement) && (
          <Link href={importPath(statement)} className={statement.status === "uploaded" ? "button primary" : "button"}>
            <RefreshCw size={16} aria-hidden />{" "}
            {statement.status === "uploaded" ? strings.importing.look : strings.importing.another}
          </Link>
        )}
        {statement.status !== "processing" && !isForPrograms(statement) && (
          <button type="button" className="button" disabled={again.isPending} onClick={() => again.mutate()}>
            <RefreshCw size={16} aria-hidden />{" "}
            {statement.status === "uploaded" ? strings.statements.read : strings.statement.again}
          </button>
        )}
      </Needs>
      <a className="button" href={statementFile(statement.id)} download={statement.fileName}>
        <Download size={16} aria-hidden /> {strings.statement.download}
      </a>
      <Needs>
        <button type="button" className="button" onClick={() => setAsking("delete")}>
          <Trash2 size={16} aria-hidden /> {strings.statement.delete}
        </button>
      </Needs>
      {asking === "password" && (
        <PasswordDialog
          statement={statement}
          onClose={close}
          onStarted={() => {
            close();
            onChange();
          }}
        />
      )}
      {asking === "delete" && (
        <Dialog title={strings.statement.deleteTitle} onClose={close}>
          <p>{strings.statement.deleteBody(statement.fileName)}</p>
          {remove.isError && <Notice tone="bad">{explain(remove.error)}</Notice>}
          <div className="buttons">
            <button type="button" className="button" onClick={close}>
              {strings.cancel}
            </button>
            <button type="button" className="button danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
              {strings.statement.deleteConfirm}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
