/** `/advisor` — questions about the books, answered as they stream in. */
import { useChat } from "@ai-sdk/react";
import { useQuery } from "@tanstack/react-query";
import { type ChatStatus, type UIMessage, getToolName, isToolUIPart } from "ai";
import { ArrowUp, Check, LoaderCircle, Pencil, RotateCcw, Square, SquarePen, X } from "lucide-react";
import {
  type FormEvent,
  Fragment,
  type KeyboardEvent,
  Suspense,
  lazy,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import * as v from "valibot";
import { listAccounts, listCategories } from "../api.ts";
import { auth } from "../auth-client.ts";
import { Bars } from "../components/bars.tsx";
import { Heading } from "../components/heading.tsx";
import type { FigureDoor } from "../components/markdown.tsx";
import { Notice } from "../components/notice.tsx";
import { readBars } from "../lib/answer-chart.ts";
import { conversationOf } from "../lib/conversation.ts";
import { entriesBehind, figuresOf } from "../lib/grounding.ts";
import { strings } from "../strings/index.ts";
import "./advisor.css";

/** How near the end one must be to be taken along as the answer grows. */
const FOLLOWED_PIXELS = 400;

const ModelText = lazy(() => import("../components/markdown.tsx"));

export default function Advisor() {
  const owner = auth.useSession().data?.user.id ?? "";
  const { messages, sendMessage, status, error, stop, regenerate, setMessages, clearError } = useChat({
    chat: conversationOf(owner),
    experimental_throttle: 50,
  });
  const busy = status === "submitted" || status === "streaming";
  const ask = (text: string) => {
    clearError();
    void sendMessage({ text });
  };
  const edit = (messageId: string, text: string) => {
    clearError();
    void sendMessage({ text, messageId });
  };
  const words = strings.advisor;
  return (
    <div className="page advisor">
      <Heading title={words.title}>
        {messages.length > 0 && !busy && (
          <button type="button" className="quiet" onClick={() => setMessages([])}>
            <SquarePen size={18} aria-hidden /> {words.clear}
          </button>
        )}
      </Heading>
      {messages.length === 0 ? (
        <Start onAsk={ask} />
      ) : (
        <Talk messages={messages} status={status} onEdit={busy ? undefined : edit} />
      )}
      {error && (
        <Notice tone="bad">
          {words.failed} {readable(error)}
        </Notice>
      )}
      {messages.length > 0 && !busy && (
        <button type="button" className="quiet again" onClick={() => void regenerate()}>
          <RotateCcw size={16} aria-hidden /> {words.again}
        </button>
      )}
      <Composer busy={busy} onAsk={ask} onStop={() => void stop()} />
    </div>
  );
}

/** The client makes the raw body of a refusal its message. */
function readable(error: Error): string {
  try {
    const body: unknown = JSON.parse(error.message);
    return typeof body === "object" && body !== null && "error" in body ? String(body.error) : error.message;
  } catch {
    return error.message;
  }
}

function Start({ onAsk }: { onAsk: (text: string) => void }) {
  return (
    <section className="start">
      <h2>{strings.advisor.empty}</h2>
      <p className="lead">{strings.advisor.emptyBody}</p>
      <ul>
        {strings.advisor.ideas.map((idea) => (
          <li key={idea}>
            <button type="button" className="button" onClick={() => onAsk(idea)}>
              {idea}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TalkProps {
  messages: UIMessage[];
  status: ChatStatus;
  onEdit: SaidProps["onEdit"];
}

function Talk({ messages, status, onEdit }: TalkProps) {
  const end = useRef<HTMLDivElement>(null);
  const last = messages.at(-1);
  useEffect(() => {
    const { scrollHeight } = document.documentElement;
    const below = scrollHeight - window.scrollY - window.innerHeight;
    // Somebody who scrolled up to read is left in peace.
    if (last?.role === "user" || below < FOLLOWED_PIXELS) {
      end.current?.scrollIntoView({ block: "end" });
    }
  }, [messages, status, last?.role]);
  return (
    <div className="talk" role="log" aria-label={strings.advisor.log} aria-busy={status === "streaming"}>
      {messages.map((message) => (
        <Said key={message.id} message={message} onEdit={onEdit} />
      ))}
      {status === "submitted" && last?.role === "user" && (
        <p className="step" role="status">
          <LoaderCircle size={16} className="turning" aria-hidden /> {strings.advisor.thinking}
        </p>
      )}
      <div ref={end} className="end" />
    </div>
  );
}

interface SaidProps {
  message: UIMessage;
  /** Asks another question in the place of this one; absent while an answer is on its way. */
  onEdit?: ((id: string, text: string) => void) | undefined;
}

/** The text of a message without what else is in it. */
function textOf(message: UIMessage): string {
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** Where each figure of an answer leads: to its entries where the list can show them, else to the step that returned it. */
function useDoors(message: UIMessage): FigureDoor[] {
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories });
  return useMemo(
    () =>
      figuresOf(message).map(({ figure, source }) => {
        const call = message.parts.find((part) => isToolUIPart(part) && part.toolCallId === source);
        const output = call && "output" in call ? call.output : null;
        const path = entriesBehind(output, accounts.data ?? [], categories.data ?? []);
        return { figure, href: source === null ? null : (path ?? `#step-${source}`) };
      }),
    [message, accounts.data, categories.data],
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

function Said({ message, onEdit }: SaidProps) {
  const isUser = message.role === "user";
  const doors = useDoors(message);
  const [editing, setEditing] = useState(false);
  if (editing && isUser) {
    return (
      <Edit
        text={textOf(message)}
        onSave={(text) => {
          setEditing(false);
          onEdit?.(message.id, text);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  }
  return (
    <article className={`said ${message.role}`}>
      <h3 className="hidden">{isUser ? strings.advisor.you : strings.advisor.saldo}</h3>
      {message.parts.map((part, index) => {
        const key = `${message.id} ${index}`;
        if (part.type === "text") {
          return isUser ? (
            <p key={key}>{part.text}</p>
          ) : (
            <div key={key} className="prose">
              <Suspense fallback={<p>{part.text}</p>}>
                <ModelText text={part.text} doors={doors} />
              </Suspense>
            </div>
          );
        }
        if (!isToolUIPart(part)) {
          return null;
        }
        const name = getToolName(part);
        const bars =
          part.state === "output-available" ? readBars(name, part.output, strings.entries.uncategorised) : null;
        return (
          <Fragment key={key}>
            <Step id={part.toolCallId} name={name} state={part.state} />
            {bars && <Bars bars={bars} />}
          </Fragment>
        );
      })}
      {isUser && onEdit && (
        <button
          type="button"
          className="quiet icon edit"
          aria-label={strings.advisor.edit}
          onClick={() => setEditing(true)}
        >
          <Pencil size={14} aria-hidden />
        </button>
      )}
      {!isUser && <Origin metadata={message.metadata} />}
    </article>
  );
}

const origin = v.object({ model: v.string(), remote: v.optional(v.boolean()) });

/** The name under which the server's own analyst answers, which asks nobody. */
const ANALYST = "built-in analyst";

/** Which model answered, and what left the machine for it. */
function Origin({ metadata }: { metadata: unknown }) {
  const known = v.safeParse(origin, metadata);
  if (!known.success) {
    return null;
  }
  const { model, remote = model !== ANALYST } = known.output;
  return <p className="hint">{remote ? strings.advisor.answeredThere(model) : strings.advisor.answeredHere(model)}</p>;
}

/** A tool that was used, as a short sentence. */
function Step({ id, name, state }: { id: string; name: string; state: string }) {
  const failed = state === "output-error";
  const done = state === "output-available";
  return (
    <p id={`step-${id}`} className={failed ? "step bad" : "step"}>
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
  return known[name] ?? strings.advisor.stepOf(name.replaceAll("_", " "));
}

interface ComposerProps {
  busy: boolean;
  onAsk: (text: string) => void;
  onStop: () => void;
}

function Composer({ busy, onAsk, onStop }: ComposerProps) {
  const [text, setText] = useState("");
  const words = strings.advisor;
  const send = () => {
    const question = text.trim();
    if (question !== "" && !busy) {
      onAsk(question);
      setText("");
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label={words.label}
        placeholder={words.placeholder}
        rows={1}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {busy ? (
        <button type="button" className="button primary" aria-label={words.stop} onClick={onStop}>
          <Square size={16} fill="currentColor" aria-hidden />
        </button>
      ) : (
        <button type="submit" className="button primary" aria-label={words.send} disabled={text.trim() === ""}>
          <ArrowUp size={20} aria-hidden />
        </button>
      )}
    </form>
  );
}
