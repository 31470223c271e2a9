/** The field for a question and its attachments, with the answering model and the data it receives. */
import { useMutation } from "@tanstack/react-query";
import type { FileUIPart } from "ai";
import { ArrowUp, FileText, Paperclip, Square, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { type Model, withdrawConsent } from "../../api-chat.ts";
import { useAnswerer } from "../../lib/answerer.ts";
import { type Attachment, FILES_MAX, partsOf, useAttachments } from "../../lib/attachments.ts";
import { chooseModel } from "../../lib/conversation.ts";
import { ANALYST, modelName } from "../../lib/model-name.ts";
import { strings } from "../../strings/index.ts";
import { ACCEPTED, useDrops } from "../drop-zone.tsx";

interface ComposerProps {
  busy: boolean;
  onAsk: (text: string, files: FileUIPart[]) => void;
  onStop: () => void;
}

export function Composer({ busy, onAsk, onStop }: ComposerProps) {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const { files, add, remove, clear } = useAttachments();
  const attach = (added: Iterable<File>) => add([...added].slice(0, FILES_MAX - files.length));
  const over = useDrops(attach);
  const words = strings.advisor;
  const isArriving = files.some(({ statementId, problem }) => statementId === null && problem === null);
  const parts = partsOf(files);
  const isReady = !busy && !isArriving && (text.trim() !== "" || parts.length > 0);
  const send = () => {
    if (isReady) {
      onAsk(text.trim(), parts);
      setText("");
      clear();
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
      className={over ? "composer over" : "composer"}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {files.length > 0 && (
        <ul className="beside" aria-label={strings.attachment.beside} aria-live="polite">
          {files.map((file) => (
            <Beside key={file.key} file={file} onRemove={() => remove(file.key)} />
          ))}
        </ul>
      )}
      <button
        type="button"
        className="quiet icon attach"
        aria-label={strings.attachment.add}
        title={strings.attachment.add}
        disabled={files.length >= FILES_MAX}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={18} aria-hidden />
      </button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label={strings.attachment.add}
        onChange={(event) => {
          attach(event.currentTarget.files ?? []);
          event.currentTarget.value = "";
        }}
      />
      <textarea
        aria-label={words.label}
        placeholder={over ? strings.attachment.dropNow : words.placeholder}
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
        <button type="submit" className="button primary" aria-label={words.send} disabled={!isReady}>
          <ArrowUp size={20} aria-hidden />
        </button>
      )}
    </form>
  );
}

/** A file attached to the question. */
function Beside({ file, onRemove }: { file: Attachment; onRemove: () => void }) {
  const words = strings.attachment;
  return (
    <li className={file.problem === null ? "" : "bad"}>
      <FileText size={16} aria-hidden />
      <span className="what">
        <span>{file.name}</span>
        {file.problem !== null && <span>{file.problem || strings.trouble.offline}</span>}
        {file.statementId === null && file.problem === null && (
          <progress max={Math.max(1, file.size)} value={file.sent} aria-label={words.sending(file.name)} />
        )}
      </span>
      <button type="button" className="quiet icon" aria-label={words.remove(file.name)} onClick={onRemove}>
        <X size={16} aria-hidden />
      </button>
    </li>
  );
}

/** The stored consent of this conversation. */
interface Permission {
  threadId: string;
  onWithdrawn: () => void;
}

/** The choice of the answering model, if there are several, and the data it receives. */
export function WhoAnswers({ permission }: { permission: Permission | null }) {
  const answerer = useAnswerer();
  if (!answerer) {
    return null;
  }
  const { known, model, sends } = answerer;
  const words = strings.trace;
  return (
    <div className="who-answers">
      {known.length > 1 && (
        <select
          aria-label={words.model}
          value={model.name}
          onChange={({ currentTarget }) => chooseModel(currentTarget.value)}
        >
          {known.map(({ name }) => (
            <option key={name} value={name}>
              {modelName(name)}
            </option>
          ))}
        </select>
      )}
      <p className="hint">{whatLeaves(model, sends, permission !== null)}</p>
      {permission && model.leavesMachine && sends === "ask" && <Withdraw {...permission} />}
    </div>
  );
}

function whatLeaves(model: Model, sends: "never" | "ask" | "always", isPermitted: boolean): string {
  const words = strings.trace;
  if (!model.leavesMachine) {
    return model.name === ANALYST ? words.analystStays : words.willStay(model.name);
  }
  if (sends === "never") {
    return words.mayNotLeave;
  }
  const name = model.host === null ? model.name : strings.consent.at(model.name, model.host);
  return sends === "ask" && !isPermitted ? words.willAsk(name) : words.willLeave(name);
}

function Withdraw({ threadId, onWithdrawn }: Permission) {
  const withdraw = useMutation({ mutationFn: () => withdrawConsent(threadId), onSuccess: onWithdrawn });
  return (
    <button type="button" className="quiet" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
      {strings.consent.withdraw}
    </button>
  );
}
