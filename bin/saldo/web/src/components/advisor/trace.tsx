/** All data sent for the answers of a conversation, with its recipients. */
import { useQuery } from "@tanstack/react-query";
import { type SentMessage, listTraces } from "../../api-chat.ts";
import { formatMoment } from "../../lib/date.ts";
import { modelName } from "../../lib/model-name.ts";
import { strings } from "../../strings/index.ts";
import { Dialog } from "../dialog.tsx";
import { Notice, explain } from "../notice.tsx";

export function TraceDialog({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const traces = useQuery({ queryKey: ["traces", threadId], queryFn: () => listTraces(threadId) });
  const words = strings.trace;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <div className="traces">
        {traces.isError && <Notice tone="bad">{explain(traces.error)}</Notice>}
        {traces.data?.length === 0 && <p className="hint">{words.none}</p>}
        {traces.data?.map((trace) => (
          <details key={trace.messageId}>
            <summary>
              <h3>{modelName(trace.model)}</h3> <span className="hint">{formatMoment(trace.createdAt)}</span>
            </summary>
            <p className="hint">{trace.leavesMachine ? words.left : words.stayed}</p>
            <p className="hint">{words.cost(trace.inputTokens, trace.outputTokens, trace.milliseconds)}</p>
            <SentMessages messages={trace.steps.flatMap(({ messages }) => messages)} />
          </details>
        ))}
      </div>
      <div className="buttons">
        <button type="button" className="button primary" onClick={onClose}>
          {strings.keys.close}
        </button>
      </div>
    </Dialog>
  );
}

/** Messages to a model, each under the role that sent it. */
export function SentMessages({ messages }: { messages: readonly SentMessage[] }) {
  const { roles } = strings.trace;
  return messages.map((message, index) => (
    <div key={index} className="sent">
      <h4>{message.tool ?? roles[message.role === "user" || message.role === "tool" ? message.role : "assistant"]}</h4>
      {message.text !== "" && (
        <pre tabIndex={0} className="money">
          {message.text}
        </pre>
      )}
      {message.calls?.map((call, number) => (
        <pre key={number} tabIndex={0} className="money">{`${call.name} ${call.arguments}`}</pre>
      ))}
    </div>
  ));
}
