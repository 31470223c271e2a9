/** A file that is being uploaded. */
import { RotateCcw, X } from "lucide-react";
import { Link } from "wouter";
import type { StateWords } from "../lib/statement-state.ts";
import { type Upload, dismissUpload, retryUpload } from "../lib/uploads.ts";
import { strings } from "../strings/index.ts";
import { StateMark } from "./state-mark.tsx";

/** Progress step for screen readers, which do not announce every percent. */
const ANNOUNCED_PERCENT = 25;

export function UploadRow({ upload }: { upload: Upload }) {
  const state = describeUpload(upload);
  const announced = describeUpload(upload, ANNOUNCED_PERCENT);
  const moving = upload.phase === "sending" || upload.phase === "waiting";
  const words = strings.statements;
  return (
    <li className="row upload">
      <div className="what">
        <span className="name">{upload.name}</span>
        <span className="hidden" role="status">
          {words.announce(upload.name, announced.text)}
        </span>
        {moving && (
          <progress max={upload.size} value={upload.sent} aria-label={words.announce(upload.name, state.text)} />
        )}
        {upload.phase === "duplicate" && upload.statementId && (
          <Link href={`/statements/${upload.statementId}`}>{words.open}</Link>
        )}
      </div>
      <StateMark state={state} />
      <div className="acts">
        {upload.phase === "refused" && (
          <button
            type="button"
            className="quiet icon"
            aria-label={words.retry(upload.name)}
            onClick={() => retryUpload(upload.key)}
          >
            <RotateCcw size={18} aria-hidden />
          </button>
        )}
        <button
          type="button"
          className="quiet icon"
          aria-label={moving ? words.stop(upload.name) : words.dismiss(upload.name)}
          onClick={() => dismissUpload(upload.key)}
        >
          <X size={18} aria-hidden />
        </button>
      </div>
    </li>
  );
}

/** Returns the state of an upload, with its progress rounded down to multiples of `step` percent. */
function describeUpload(upload: Upload, step = 1): StateWords {
  const words = strings.statements;
  switch (upload.phase) {
    case "waiting":
      return { tone: "plain", text: words.waiting, detail: null };
    case "sending": {
      const done = upload.size > 0 && upload.sent >= upload.size;
      const percent = (upload.sent / Math.max(1, upload.size)) * 100;
      const text = done ? words.processing : words.sending(Math.floor(percent / step) * step);
      return { tone: "busy", text, detail: null };
    }
    case "duplicate":
      return { tone: "plain", text: words.duplicate, detail: null };
    case "refused":
      return { tone: "bad", text: refusal(upload), detail: null };
  }
}

function refusal({ problem }: Upload): string {
  if (!problem || problem.kind === "offline") {
    return strings.trouble.offline;
  }
  switch (problem.status) {
    case 413:
      return strings.statements.tooLarge;
    case 415:
      return strings.statements.notPdf;
    default:
      return problem.status >= 500 ? strings.trouble.server : problem.message;
  }
}
