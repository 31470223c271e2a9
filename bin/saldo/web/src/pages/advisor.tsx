/** `/advisor` — questions about the books, with streamed answers. */
import { useChat } from "@ai-sdk/react";
import { useQueryClient } from "@tanstack/react-query";
import { type ChatStatus, type FileUIPart, type UIMessage, isFileUIPart } from "ai";
import { Eye, LoaderCircle, MessagesSquare, RotateCcw, SquarePen } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as v from "valibot";
import { getPreferences, putPreferences } from "../api-bookkeeping.ts";
import { getThread } from "../api-chat.ts";
import { auth } from "../auth-client.ts";
import type { AskQuery } from "../components/advisor/chips.tsx";
import { Composer, WhoAnswers } from "../components/advisor/composer.tsx";
import { Said, type SaidProps } from "../components/advisor/said.tsx";
import { Threads } from "../components/advisor/threads.tsx";
import { TraceDialog } from "../components/advisor/trace.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs, useHasRole } from "../components/role.tsx";
import { type Consent, consentAskedIn, isPermitted } from "../lib/consent.ts";
import { onQuestion, takeQuestion } from "../lib/asked.ts";
import { conversationOf, switchConversation } from "../lib/conversation.ts";
import { asking } from "../lib/query-part.ts";
import { useFocusAfter } from "../lib/keep-focus.ts";
import { refreshBooks } from "../lib/undo.ts";
import { strings } from "../strings/index.ts";
import "./advisor.css";

/** Distance from the end of the page, in pixels, within which it scrolls along with a growing answer. */
const FOLLOWED_PIXELS = 400;

const kept = v.object({ threadId: v.string() });

/** Returns the server's id of a conversation, once received. */
function threadOf(messages: UIMessage[]): string | null {
  for (const { metadata } of messages) {
    const known = v.safeParse(kept, metadata);
    if (known.success) {
      return known.output.threadId;
    }
  }
  return null;
}

export default function Advisor() {
  const owner = auth.useSession().data?.user.id ?? "";
  const client = useQueryClient();
  const [chat, setChat] = useState(() => conversationOf(owner));
  const [opened, setOpened] = useState<"threads" | "trace" | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const { messages, sendMessage, status, error, stop, regenerate, clearError, addToolApprovalResponse } = useChat({
    chat,
    // Render at most every 50 ms while an answer streams.
    experimental_throttle: 50,
  });
  const busy = status === "submitted" || status === "streaming";
  // A viewer reads conversations. The server refuses what continues them.
  const canAsk = useHasRole("editor") && !busy;
  const threadId = threadOf(messages);
  const [withdrawnAt, setWithdrawnAt] = useState<string | undefined>(undefined);
  const last = messages.at(-1);
  const ask = (text: string, files: FileUIPart[] = []) => {
    clearError();
    void sendMessage({ text, files });
  };
  // A question from the palette waits for the end of a running answer.
  const askWaiting = useEffectEvent(() => {
    const question = canAsk ? takeQuestion() : null;
    if (question !== null) {
      ask(question);
    }
  });
  useEffect(() => {
    askWaiting();
    return onQuestion(() => askWaiting());
  }, [canAsk]);
  const askAnew = (messageId: string, text: string) => {
    clearError();
    const files = messages.find(({ id }) => id === messageId)?.parts.filter(isFileUIPart) ?? [];
    void sendMessage({ text, files, messageId });
  };
  const askQuery: AskQuery = (choice, language) => {
    clearError();
    void sendMessage({ parts: asking(choice, language) });
  };
  const consent = async (messageId: string, answer: Consent) => {
    clearError();
    try {
      if (answer === "always") {
        const preferences = await getPreferences();
        await putPreferences({ ...preferences, advisor: { ...preferences.advisor, sends: "always" } });
        await client.invalidateQueries({ queryKey: ["preferences"] });
      }
      await regenerate({ messageId, ...(answer !== "always" && { body: { consent: answer } }) });
    } catch (reason) {
      setProblem(reason);
    }
  };
  const isWaiting = last !== undefined && consentAskedIn(last) !== null;
  const begin = () => setChat(switchConversation(owner, null));
  const open = (id: string) => {
    setOpened(null);
    setProblem(null);
    getThread(id).then((thread) => setChat(switchConversation(owner, thread)), setProblem);
  };
  // Changes made by the advisor affect all pages.
  useEffect(() => {
    if (status === "ready" && messages.length > 0) {
      void refreshBooks(client, { list: true });
    }
  }, [client, status, messages.length]);
  const page = useRef<HTMLDivElement>(null);
  // Many buttons disappear when pressed, and the user types next. On a phone, the
  // keyboard would cover the answer.
  useFocusAfter(page, () =>
    page.current?.querySelector<HTMLElement>(matchMedia("(hover: hover)").matches ? ".composer textarea" : "h1"),
  );
  const words = strings.advisor;
  return (
    <div className="page advisor" ref={page}>
      <Heading title={words.title}>
        <div className="buttons">
          {threadId && (
            <button type="button" className="quiet" title={strings.trace.title} onClick={() => setOpened("trace")}>
              <Eye size={18} aria-hidden /> <span className="word">{strings.trace.title}</span>
            </button>
          )}
          <button type="button" className="quiet" title={strings.threads.title} onClick={() => setOpened("threads")}>
            <MessagesSquare size={18} aria-hidden /> <span className="word">{strings.threads.title}</span>
          </button>
          {messages.length > 0 && !busy && (
            <button type="button" className="quiet" title={words.clear} onClick={begin}>
              <SquarePen size={18} aria-hidden /> <span className="word">{words.clear}</span>
            </button>
          )}
        </div>
      </Heading>
      {problem !== null && <Notice tone="bad">{explain(problem)}</Notice>}
      {messages.length === 0 ? (
        <Needs>
          <Start onAsk={ask} />
        </Needs>
      ) : (
        <Talk
          messages={messages}
          status={status}
          onEdit={canAsk ? askAnew : undefined}
          onAnswer={canAsk ? (id, approved) => void addToolApprovalResponse({ id, approved }) : undefined}
          onQuery={canAsk ? askQuery : undefined}
          onConsent={canAsk ? (id, answer) => void consent(id, answer) : undefined}
        />
      )}
      {/* Screen readers announce changes only, so the element is always there. */}
      <p className="hidden" role="status">
        {busy ? words.thinking : status === "ready" && last?.role === "assistant" && !isWaiting ? words.answered : ""}
      </p>
      {error && (
        <Notice tone="bad">
          {words.failed} {readable(error)}
        </Notice>
      )}
      {messages.length > 0 && canAsk && !isWaiting && (
        <button type="button" className="quiet again" onClick={() => void regenerate()}>
          <RotateCcw size={16} aria-hidden /> {words.again}
        </button>
      )}
      {canAsk || busy ? (
        <>
          <Composer busy={busy} onAsk={ask} onStop={() => void stop()} />
          <WhoAnswers
            permission={
              threadId && isPermitted(messages) && last?.id !== withdrawnAt
                ? { threadId, onWithdrawn: () => setWithdrawnAt(last?.id) }
                : null
            }
          />
        </>
      ) : (
        <p className="hint">{words.viewer}</p>
      )}
      {opened === "threads" && (
        <Threads
          onOpen={open}
          onDeleted={(thread) => {
            if (thread.id === threadId) {
              begin();
            }
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === "trace" && threadId && <TraceDialog threadId={threadId} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** Returns the server's error message. The AI SDK uses the raw body of an error response as the message. */
function readable(error: Error): string {
  try {
    const body: unknown = JSON.parse(error.message);
    return typeof body === "object" && body !== null && "error" in body ? String(body.error) : error.message;
  } catch {
    return error.message;
  }
}

/** Suggested questions. */
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
  onAnswer: SaidProps["onAnswer"];
  onQuery: SaidProps["onQuery"];
  onConsent: SaidProps["onConsent"];
}

function Talk({ messages, status, onEdit, onAnswer, onQuery, onConsent }: TalkProps) {
  const end = useRef<HTMLDivElement>(null);
  const last = messages.at(-1);
  // Load the Markdown renderer early. If it fails to load, answers stay plain text.
  useEffect(() => void import("../components/markdown.tsx").catch(() => undefined), []);
  useEffect(() => {
    const { scrollHeight } = document.documentElement;
    const below = scrollHeight - window.scrollY - window.innerHeight;
    // Do not scroll if the user scrolled up to read.
    if (last?.role === "user" || below < FOLLOWED_PIXELS) {
      end.current?.scrollIntoView({ block: "end" });
    }
  }, [messages, status, last?.role]);
  return (
    <div className="talk" role="log" aria-label={strings.advisor.log} aria-busy={status === "streaming"}>
      {messages.map((message) => (
        <Said
          key={message.id}
          message={message}
          isWriting={message === last && status === "streaming"}
          onEdit={onEdit}
          onAnswer={onAnswer}
          onQuery={onQuery}
          onConsent={message === last ? onConsent : undefined}
        />
      ))}
      {status === "submitted" && last?.role === "user" && (
        <p className="step" aria-hidden>
          <LoaderCircle size={16} className="turning" /> {strings.advisor.thinking}
        </p>
      )}
      <div ref={end} className="end" />
    </div>
  );
}
