/**
 * A message of a conversation: its text, the tools used, its questions to the user,
 * and the model that wrote it.
 */
import { type UIMessage, getToolName, isToolUIPart } from "ai";
import { Check, FileText, LoaderCircle, Pencil, X } from "lucide-react";
import { type FormEvent, Fragment, type ReactNode, Suspense, lazy, useEffect, useMemo, useRef, useState } from "react";
import * as v from "valibot";
import { Link } from "wouter";
import type { AnswerChart as Chart } from "../../lib/answer-chart.ts";
import { statementOf } from "../../lib/attachments.ts";
import { type Consent, consentAskedIn } from "../../lib/consent.ts";
import { queryWithAmounts, withAmounts } from "../../lib/answer-amounts.ts";
import { figuresOf, mostListed, pathOf } from "../../lib/grounding.ts";
import { ANALYST, modelName } from "../../lib/model-name.ts";
import { placeCharts } from "../../lib/placed-charts.ts";
import { type QueryPart, isTyped, queriesOf } from "../../lib/query-part.ts";
import { strings } from "../../strings/index.ts";
import type { FigureLink } from "../markdown.tsx";
import { AnswerChart } from "./answer-chart.tsx";
import { Approval, askedFor } from "./approval.tsx";
import { type AskQuery, Chips, Offers } from "./chips.tsx";
import { ConsentCard } from "./consent.tsx";
import { ReadFile } from "./read-file.tsx";

const ModelText = lazy(() => import("../markdown.tsx"));

/** Properties of a message. */
export interface SaidProps {
  message: UIMessage;
  /** True while this answer is being written. */
  isWriting: boolean;
  /** Replaces this question by another; absent while an answer is being written. */
  onEdit?: ((id: string, text: string) => void) | undefined;
  /** Approves or denies a change that the advisor proposes. */
  onAnswer?: ((approvalId: string, approved: boolean) => void) | undefined;
  /** Asks a changed or offered query; absent while an answer is being written. */
  onQuery?: AskQuery | undefined;
  /** Answers the request for consent; absent once it can no longer be answered. */
  onConsent?: ((messageId: string, consent: Consent) => void) | undefined;
}

/** Returns the text of a message without its other parts. */
function textOf(message: UIMessage): string {
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** Matches amounts. Only these become links; links on counts and percentages would clutter the text. */
const AMOUNT = /[.,]\d{2,3}$/;

/** Returns a step's anchor on the page. Each answer numbers its calls from the beginning. */
function stepId({ id }: UIMessage, toolCallId: string): string {
  return `step-${id}-${toolCallId}`;
}

/** Returns the links of an answer's figures, each to exactly its transactions. */
function useFigureLinks(message: UIMessage): FigureLink[] {
  return useMemo(
    () =>
      figuresOf(message)
        .filter(({ figure, source }) => source === null || AMOUNT.test(figure))
        .map(({ figure, source, transactions }) => ({
          figure,
          isKnown: source !== null,
          paths: transactions.map(pathOf),
          mostListed: mostListed({ transactions }),
        })),
    [message],
  );
}

function Edit({ text, onSave, onCancel }: { text: string; onSave: (text: string) => void; onCancel: () => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("question")).trim();
    if (typed !== "") {
      onSave(typed);
    }
  };
  return (
    <form className="said user editing" onSubmit={submit} onKeyDown={(event) => event.key === "Escape" && onCancel()}>
      <textarea name="question" aria-label={strings.advisor.label} defaultValue={text} maxLength={8000} autoFocus />
      <div className="buttons">
        <button type="button" className="button small" onClick={onCancel}>
          {strings.cancel}
        </button>
        <button type="submit" className="button small primary">
          {strings.advisor.send}
        </button>
      </div>
    </form>
  );
}

export function Said({ message, isWriting, onEdit, onAnswer, onQuery, onConsent }: SaidProps) {
  const isUser = message.role === "user";
  const links = useFigureLinks(message);
  const charts = useMemo(
    () => placeCharts(message, originOf(message)?.model ?? null, strings.transactions.uncategorized, isWriting),
    [message, isWriting],
  );
  const isAnalyst = originOf(message)?.model === ANALYST;
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The form that had the focus was replaced by the question.
    if (wasEditing.current && !editing && document.activeElement === document.body) {
      pencil.current?.focus({ preventScroll: true });
    }
    wasEditing.current = editing;
  }, [editing]);
  const consent = consentAskedIn(message);
  if (editing && isUser) {
    return (
      <Edit
        text={textOf(message)}
        onSave={(text) => {
          // The edited question moves below. On a phone, a focused field would cover
          // the answer with the keyboard.
          if (matchMedia("(hover: hover)").matches) {
            document.querySelector<HTMLElement>(".composer textarea")?.focus({ preventScroll: true });
          }
          setEditing(false);
          onEdit?.(message.id, text);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  }
  return (
    <article className={`said ${message.role}`}>
      <h2 className="hidden">{isUser ? strings.advisor.you : strings.advisor.saldo}</h2>
      {message.parts.map((part, index) => {
        const key = `${message.id} ${index}`;
        if (part.type === "file") {
          return <Sent key={key} name={part.filename ?? strings.kind.other} url={part.url} />;
        }
        if (part.type === "text") {
          // The text repeats the consent card, for clients that do not know the card.
          return consent || part.text === "" ? null : isUser ? (
            <p key={key}>{part.text}</p>
          ) : (
            <div key={key} className="prose answer-text">
              <Suspense fallback={<p className="plain">{isAnalyst ? withAmounts(part.text) : part.text}</p>}>
                <ModelText
                  text={part.text}
                  links={links}
                  isAnalyst={isAnalyst}
                  replacements={drawn(charts.inText.get(index))}
                />
              </Suspense>
            </div>
          );
        }
        if (!isToolUIPart(part)) {
          return null;
        }
        const name = getToolName(part);
        if (name === "read_statement") {
          const output = "output" in part ? part.output : null;
          return (
            <ReadFile
              key={key}
              id={part.toolCallId}
              place={stepId(message, part.toolCallId)}
              state={part.state}
              input={part.input}
              output={output}
              errorText={part.errorText}
            />
          );
        }
        const asked = askedFor(message, part.toolCallId);
        if (asked) {
          const { approval } = part;
          return (
            <Approval
              key={key}
              summary={asked.summary}
              transactions={asked.entries}
              state={part.state}
              output={"output" in part ? part.output : null}
              onAnswer={approval && onAnswer ? (approved) => onAnswer(approval.id, approved) : null}
            />
          );
        }
        const chart = charts.atStep.get(part.toolCallId);
        return (
          <Fragment key={key}>
            <Step id={stepId(message, part.toolCallId)} name={name} state={part.state} />
            {chart && <AnswerChart chart={chart} />}
          </Fragment>
        );
      })}
      {!isUser &&
        queriesOf(message).map((part, index) => <Asked key={index} part={queryWithAmounts(part)} onAsk={onQuery} />)}
      {isUser && onEdit && !isTyped(message) && (
        <button
          ref={pencil}
          type="button"
          className="quiet icon edit"
          aria-label={strings.advisor.edit}
          onClick={() => setEditing(true)}
        >
          <Pencil size={14} aria-hidden />
        </button>
      )}
      {consent ? (
        <ConsentCard question={consent} onAnswer={onConsent ? (answer) => onConsent(message.id, answer) : undefined} />
      ) : (
        !isUser && <Origin message={message} />
      )}
    </article>
  );
}

function drawn(charts: ReadonlyMap<number, Chart> = new Map()): Map<number, ReactNode> {
  return new Map([...charts].map(([line, chart]) => [line, <AnswerChart key={line} chart={chart} isForList />]));
}

function Asked({ part, onAsk }: { part: QueryPart; onAsk: AskQuery | undefined }) {
  return part.query === null ? <Offers part={part} onAsk={onAsk} /> : <Chips part={part} onAsk={onAsk} />;
}

/** A file attached to a question. */
function Sent({ name, url }: { name: string; url: string }) {
  const statement = statementOf(url);
  const content = (
    <>
      <FileText size={16} aria-hidden /> {name}
    </>
  );
  return statement === null ? (
    <p className="file">{content}</p>
  ) : (
    <Link href={`/statements/${statement}`} className="file">
      {content}
    </Link>
  );
}

const origin = v.object({ model: v.string(), remote: v.optional(v.boolean()) });

function originOf({ metadata }: UIMessage): v.InferOutput<typeof origin> | null {
  const known = v.safeParse(origin, metadata);
  return known.success ? known.output : null;
}

/** The model that answered, and the data it received. */
function Origin({ message }: { message: UIMessage }) {
  const known = originOf(message);
  if (!known) {
    return null;
  }
  const { model, remote = model !== ANALYST } = known;
  const name = modelName(model);
  return <p className="hint">{remote ? strings.advisor.answeredThere(name) : strings.advisor.answeredHere(name)}</p>;
}

/** A tool call, described in a short sentence. */
function Step({ id, name, state }: { id: string; name: string; state: string }) {
  const failed = state === "output-error";
  const done = state === "output-available";
  return (
    <p id={id} className={failed ? "step bad" : "step"}>
      {failed ? (
        <X size={16} aria-hidden />
      ) : done ? (
        <Check size={16} aria-hidden />
      ) : (
        <LoaderCircle size={16} className="turning" aria-hidden />
      )}
      {describeStep(name)}
      {failed && ` – ${strings.advisor.stepFailed}`}
    </p>
  );
}

function describeStep(name: string): string {
  const known: Record<string, string> = strings.advisor.steps;
  return known[name] ?? strings.advisor.usedTool(name.replaceAll("_", " "));
}
