/** A change that the advisor proposes. Nothing changes before the user approves. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { UIMessage } from "ai";
import { Check, CircleHelp, Undo2, X } from "lucide-react";
import * as v from "valibot";
import { undoEdit } from "../../api-transactions.ts";
import { refreshBooks } from "../../lib/undo.ts";
import { strings } from "../../strings/index.ts";
import { Notice, explain } from "../notice.tsx";
import { Needs } from "../role.tsx";

const asked = v.object({ toolCallId: v.string(), summary: v.string(), entries: v.nullable(v.number()) });

const done = v.object({ done: v.string(), editId: v.optional(v.nullable(v.string())) });

/** Returns the server's description of a call's effect; `null` for calls that change nothing. */
export function askedFor(message: UIMessage, toolCallId: string): v.InferOutput<typeof asked> | null {
  for (const part of message.parts) {
    const known = part.type === "data-approval" && "data" in part ? v.safeParse(asked, part.data) : null;
    if (known?.success && known.output.toolCallId === toolCallId) {
      return known.output;
    }
  }
  return null;
}

interface Props {
  summary: string;
  transactions: number | null;
  state: string;
  output: unknown;
  /** Approves or denies the change; absent once it can no longer be answered. */
  onAnswer: ((approved: boolean) => void) | null;
}

export function Approval({ summary, transactions, state, output, onAnswer }: Props) {
  const words = strings.approval;
  const result = v.safeParse(done, output);
  return (
    <section className={`approval ${state}`} aria-label={words.title}>
      <h3>
        {state === "output-available" ? (
          <Check size={18} aria-hidden />
        ) : state === "output-denied" || state === "output-error" ? (
          <X size={18} aria-hidden />
        ) : (
          <CircleHelp size={18} aria-hidden />
        )}
        {stateWords(state)}
      </h3>
      <p className="money">{result.success ? result.output.done : summary}</p>
      {transactions !== null && state === "approval-requested" && (
        <p className="hint">{words.transactions(transactions)}</p>
      )}
      {state === "approval-requested" && onAnswer && (
        <div className="buttons">
          <button type="button" className="button primary small" onClick={() => onAnswer(true)}>
            {words.allow}
          </button>
          <button type="button" className="button small" onClick={() => onAnswer(false)}>
            {words.deny}
          </button>
        </div>
      )}
      {result.success && result.output.editId && (
        <Needs>
          <TakeBack editId={result.output.editId} />
        </Needs>
      )}
    </section>
  );
}

function stateWords(state: string): string {
  const words = strings.approval;
  switch (state) {
    case "output-available":
      return words.done;
    case "output-denied":
      return words.denied;
    case "output-error":
      return words.failed;
    case "approval-responded":
      return words.doing;
    default:
      return words.title;
  }
}

function TakeBack({ editId }: { editId: string }) {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoEdit(editId),
    onSettled: () => refreshBooks(client, { list: true }),
  });
  return (
    <>
      {undo.isError && <Notice tone="bad">{explain(undo.error)}</Notice>}
      <button type="button" className="quiet" disabled={!undo.isIdle} onClick={() => undo.mutate()}>
        <Undo2 size={16} aria-hidden /> {undo.isSuccess ? strings.undo.undone : strings.undo.undo}
      </button>
    </>
  );
}
