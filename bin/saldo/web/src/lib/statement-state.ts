/** The label and tone of a statement's state. */
import type { Job, Statement, StatementAccount } from "../api.ts";
import { strings } from "../strings/index.ts";
import { absolute, formatMoney } from "./money.ts";

/** A label and its tone. */
export interface StateWords {
  tone: "good" | "warn" | "bad" | "busy" | "plain";
  text: string;
  detail: string | null;
  /** True if the text has an amount. */
  hasAmount?: boolean;
}

/** Returns the label of a statement's state; `job` is the latest progress of reading it. */
export function describeStatement(statement: Statement, job: Job | null): StateWords {
  switch (statement.status) {
    case "uploaded":
      return isForPrograms(statement)
        ? { tone: "warn", text: strings.importing.waiting, detail: null }
        : { tone: "plain", text: strings.statements.notRead, detail: null };
    case "processing":
      return describeJob(job);
    case "failed": {
      // A table with unknown columns is not damaged: the user can map them.
      if (statement.failure?.code === "unreadable" && isForPrograms(statement)) {
        return { tone: "bad", text: strings.importing.notUnderstood, detail: strings.importing.notUnderstoodLong };
      }
      const words = strings.failure[statement.failure?.code ?? "unreadable"];
      const tone = statement.failure?.code === "needs_password" ? "warn" : "bad";
      return { tone, text: words.short, detail: words.long };
    }
    case "processed":
      return describeOutcome(statement.outcome, statement.accounts);
  }
}

function describeJob(job: Job | null): StateWords {
  if (!job) {
    return { tone: "busy", text: strings.state.queued, detail: null };
  }
  const text =
    job.stage === "reading" && job.page > 0 ? strings.state.readingPage(job.page, job.pages) : strings.state[job.stage];
  return { tone: "busy", text, detail: job.rows > 0 ? strings.state.found(job.rows) : null };
}

/** Describes the outcome of a statement's check (or of one of its accounts). */
export function describeOutcome(outcome: Statement["outcome"], accounts: StatementAccount[]): StateWords {
  switch (outcome) {
    case "balanced":
      return { tone: "good", text: strings.state.balanced, detail: strings.state.balancedLong };
    case "unbalanced": {
      const broken = accounts.find((account) => account.outcome === "unbalanced");
      const text = strings.state.unbalanced(broken ? discrepancyOf(broken) : null);
      return { tone: "bad", text, detail: strings.state.unbalancedLong, hasAmount: broken !== undefined };
    }
    case "unchecked":
    case null:
      return { tone: "warn", text: strings.state.unchecked, detail: describeDoubt(accounts) };
  }
}

/** Explains why accounts could not be checked. */
function describeDoubt(accounts: StatementAccount[]): string {
  const open = accounts.filter(({ outcome }) => outcome === "unchecked");
  if (open.some(({ questions }) => questions.includes("reading") || questions.includes("year"))) {
    return strings.state.askedLong;
  }
  return open.some(({ checks }) => checks.printed > 0) ? strings.state.undecidedLong : strings.state.uncheckedLong;
}

/** Returns the formatted discrepancy without its sign; another message has the direction. */
export function discrepancyOf(account: StatementAccount): string | null {
  return account.discrepancy === null ? null : formatMoney(absolute(account.discrepancy), account.currency);
}

/** True if a file is probably a data file that can be previewed; the server decides. */
export function isForPrograms({ readBy, pages, status, fileName }: Statement): boolean {
  return readBy === "import" || (status !== "processed" && pages === null && !/\.(pdf|jpe?g|png)$/i.test(fileName));
}

/** Returns the path of a data file's import page. */
export function importPath({ id }: Pick<Statement, "id">): string {
  return `/statements/${id}/import`;
}

/** True if another password may help. */
export function wantsPassword(statement: Statement): boolean {
  const code = statement.failure?.code;
  return statement.status === "failed" && (code === "needs_password" || code === "wrong_password");
}

/** Returns the progress of reading from 0 to 1; `null` if unknown. */
export function fractionOf(job: Job | null): number | null {
  return job?.pages ? Math.min(1, job.page / job.pages) : null;
}

/** Returns the institution of a statement, or else its file name. */
export function nameOf(statement: Statement): string {
  return statement.institution ?? statement.fileName;
}
