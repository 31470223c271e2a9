/** The data that an answer needs to send, and its recipient. Nothing is sent before the user agrees. */
import { ShieldQuestion } from "lucide-react";
import type { Consent, ConsentQuestion } from "../../lib/consent.ts";
import { strings } from "../../strings/index.ts";
import { SentMessages } from "./trace.tsx";

interface Props {
  question: ConsentQuestion;
  /** Answers the question; absent once it can no longer be answered. */
  onAnswer: ((consent: Consent) => void) | undefined;
}

export function ConsentCard({ question, onAnswer }: Props) {
  const words = strings.consent;
  const { model, host, kinds, bytes, tools, messages, messagesLeftOut, system } = question;
  const known: Record<string, string> = words.kinds;
  return (
    <section className="approval consent" aria-label={words.title}>
      <h3 className="asks">
        <ShieldQuestion size={18} aria-hidden />
        {words.title}
      </h3>
      <p>{words.to(model, host ?? words.elsewhere)}</p>
      <ul className="would">
        {kinds.map((kind) => (
          <li key={kind}>{known[kind] ?? kind}</li>
        ))}
      </ul>
      <p className="hint">{words.masked}</p>
      <details>
        <summary>{words.exactly(bytes)}</summary>
        <div className="sent-all">
          <h4>{words.instructions}</h4>
          {/* A scrollable block must be focusable, so that it can be scrolled with the keyboard. */}
          <pre tabIndex={0}>{system}</pre>
          <SentMessages messages={messages} />
          {messagesLeftOut > 0 && <p className="hint">{words.leftOut(messagesLeftOut)}</p>}
          <p className="hint">{words.tools(tools.map((tool) => tool.replaceAll("_", " ")).join(", "))}</p>
        </div>
      </details>
      {onAnswer ? (
        <div className="buttons">
          {(["once", "thread", "no", "always"] as const).map((consent) => (
            <button
              key={consent}
              type="button"
              className={consent === "always" ? "quiet" : consent === "once" ? "button primary small" : "button small"}
              onClick={() => onAnswer(consent)}
            >
              {words.answers[consent]}
            </button>
          ))}
        </div>
      ) : (
        <p className="hint">{words.unanswered}</p>
      )}
    </section>
  );
}
