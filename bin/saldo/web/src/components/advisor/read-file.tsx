/** A file attached to a question: the progress of reading it, and the result. */
import { Check, FileText, LoaderCircle, X } from "lucide-react";
import * as v from "valibot";
import { Link } from "wouter";
import { formatPeriod } from "../../lib/date.ts";
import { useFileProgress } from "../../lib/file-progress.ts";
import { strings } from "../../strings/index.ts";

const read = v.object({
  statement: v.object({
    id: v.string(),
    file_name: v.string(),
    outcome: v.nullable(v.picklist(["balanced", "unbalanced", "unchecked"])),
  }),
  accounts: v.array(v.object({ from: v.nullable(v.string()), to: v.nullable(v.string()) })),
  matched: v.number(),
  new_entries: v.nullable(v.number()),
});

const asked = v.object({ fileName: v.string() });

interface Props {
  id: string;
  /** The anchor of this step on the page. */
  place: string;
  state: string;
  input: unknown;
  output: unknown;
  errorText: string | undefined;
}

export function ReadFile({ id, place, state, input, output, errorText }: Props) {
  const words = strings.attachment;
  const progress = useFileProgress(id);
  const result = v.safeParse(read, output);
  const named = v.safeParse(asked, input);
  const name = named.success ? named.output.fileName : (progress?.fileName ?? "");
  if (result.success) {
    const { statement, accounts, matched, new_entries: fresh } = result.output;
    const { outcome } = statement;
    const [first] = accounts;
    const about = [
      ...(first?.from && first.to ? [formatPeriod(first.from, first.to)] : []),
      words.found(matched),
      ...(fresh === null ? [] : [words.fresh(fresh)]),
    ];
    const verdict =
      outcome === null ? null : outcome === "unbalanced" ? strings.state.unbalanced(null) : strings.state[outcome];
    return (
      <Link id={place} href={`/statements/${statement.id}`} className="read-file">
        <FileText size={22} strokeWidth={1.5} aria-hidden />
        <span className="what">
          <span>{statement.file_name}</span>
          <span className="hint">{about.join(" · ")}</span>
        </span>
        {verdict && (
          <span className={`state ${outcome === "balanced" ? "good" : outcome === "unbalanced" ? "bad" : "warn"}`}>
            {outcome === "balanced" && <Check size={16} aria-hidden />}
            {verdict}
          </span>
        )}
      </Link>
    );
  }
  if (state === "output-error") {
    return (
      <p id={place} className="step bad">
        <X size={16} aria-hidden /> {words.failed(name)} {errorText}
      </p>
    );
  }
  return (
    <p id={place} className="step" role="status">
      <LoaderCircle size={16} className="turning" aria-hidden />
      {progress && progress.page > 0
        ? words.page(name, progress.page, progress.pages, progress.rows)
        : words.reading(name)}
    </p>
  );
}
