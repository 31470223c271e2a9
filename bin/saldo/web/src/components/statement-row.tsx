/** A statement in the list, with its state and progress. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { type Statement, processStatement } from "../api.ts";
import { formatPeriod } from "../lib/date.ts";
import { useJob } from "../lib/follow-job.ts";
import { formatMoney } from "../lib/money.ts";
import {
  describeStatement,
  fractionOf,
  importPath,
  isForPrograms,
  nameOf,
  wantsPassword,
} from "../lib/statement-state.ts";
import { accountCount, wholePeriod } from "../lib/statement-parts.ts";
import { strings } from "../strings/index.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { Needs } from "./role.tsx";
import { StateMark } from "./state-mark.tsx";

export function StatementRow({ statement, onChange }: { statement: Statement; onChange: () => void }) {
  const job = useJob(statement.status === "processing" ? statement.jobId : null, onChange);
  const [asking, setAsking] = useState(false);
  const read = useMutation({ mutationFn: () => processStatement(statement.id), onSettled: onChange });
  const state = describeStatement(statement, job);
  const busy = statement.status === "processing";
  const fraction = fractionOf(job);
  return (
    <li className="row">
      <Link href={`/statements/${statement.id}`} className="what cover">
        <span className="name">{nameOf(statement)}</span>
        <span className="about">{about(statement)}</span>
        {busy && <progress {...(fraction === null ? {} : { value: fraction })} aria-label={state.text} />}
      </Link>
      <Closing statement={statement} />
      <div className="where" role="status">
        {/* An announced change includes the name of the file. */}
        <span className="hidden">{statement.fileName}</span>
        <StateMark state={state} />
        {busy && state.detail && <span className="detail">{state.detail}</span>}
      </div>
      <div className="acts">
        <Needs>
          {wantsPassword(statement) && (
            <button type="button" className="button small" onClick={() => setAsking(true)}>
              {strings.password.label}
            </button>
          )}
          {(statement.status === "uploaded" || statement.status === "failed") && isForPrograms(statement) && (
            <Link href={importPath(statement)} className="button small">
              {strings.importing.look}
            </Link>
          )}
          {statement.status === "uploaded" && !isForPrograms(statement) && (
            <button type="button" className="button small" disabled={read.isPending} onClick={() => read.mutate()}>
              {strings.statements.read}
            </button>
          )}
        </Needs>
      </div>
      {asking && (
        <PasswordDialog
          statement={statement}
          onClose={() => setAsking(false)}
          onStarted={() => {
            setAsking(false);
            onChange();
          }}
        />
      )}
    </li>
  );
}

function about(statement: Statement): string {
  const [first] = statement.accounts;
  const parts: string[] = [];
  if (first?.numberMasked) {
    parts.push(first.numberMasked);
  }
  const period = wholePeriod(statement.accounts);
  if (period) {
    parts.push(formatPeriod(period.from, period.to));
  }
  const count = accountCount(statement.accounts);
  if (count > 1) {
    parts.push(strings.statements.accounts(count));
  }
  if (statement.institution) {
    parts.push(statement.fileName);
  }
  return parts.join(" · ");
}

function Closing({ statement }: { statement: Statement }) {
  const [only, more] = statement.accounts;
  const shown = only && !more && only.closingBalance !== null;
  return <span className="figure">{shown ? formatMoney(only.closingBalance ?? "0", only.currency) : ""}</span>;
}
