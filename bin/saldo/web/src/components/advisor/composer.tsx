/** Where a question is typed, with who answers it and what leaves the machine for that. */
import { useQuery } from "@tanstack/react-query";
import { ArrowUp, Paperclip, Square } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { Link } from "wouter";
import { listModels } from "../../api-chat.ts";
import { chooseModel, chosenModel } from "../../lib/conversation.ts";
import { upload, useUploads } from "../../lib/uploads.ts";
import { strings } from "../../strings/index.ts";
import { ACCEPTED, useDrops } from "../drop-zone.tsx";
import { UploadRow } from "../upload-row.tsx";

interface ComposerProps {
  busy: boolean;
  onAsk: (text: string) => void;
  onStop: () => void;
}

export function Composer({ busy, onAsk, onStop }: ComposerProps) {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const over = useDrops();
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
      className={over ? "composer over" : "composer"}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <button
        type="button"
        className="quiet icon attach"
        aria-label={strings.trace.attach}
        title={strings.trace.attach}
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
        aria-label={strings.trace.attach}
        onChange={(event) => {
          upload(event.currentTarget.files ?? []);
          event.currentTarget.value = "";
        }}
      />
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

/** Files that were dropped into the conversation, on their way to the statements. */
export function Attached() {
  const uploads = useUploads();
  const [had, setHad] = useState(false);
  if (uploads.length > 0 && !had) {
    setHad(true);
  }
  if (!had) {
    return null;
  }
  return (
    <section className="attached">
      <ul className="rows" aria-live="polite">
        {uploads.map((one) => (
          <UploadRow key={one.key} upload={one} />
        ))}
      </ul>
      <p className="hint">
        {strings.trace.attached} <Link href="/statements">{strings.notFound.back}</Link>
      </p>
    </section>
  );
}

/** Who answers, to be chosen where there are several; and what leaves the machine for it. */
export function WhoAnswers() {
  const models = useQuery({ queryKey: ["models"], queryFn: listModels });
  const [wanted, setWanted] = useState(chosenModel);
  const known = models.data ?? [];
  const model = known.find(({ name }) => name === wanted) ?? known.find((one) => one.default) ?? known[0];
  if (!model) {
    return null;
  }
  const words = strings.trace;
  return (
    <div className="who-answers">
      {known.length > 1 && (
        <select
          aria-label={words.model}
          value={model.name}
          onChange={({ currentTarget: { value } }) => {
            chooseModel(value);
            setWanted(value);
          }}
        >
          {known.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <p className="hint">{model.leavesMachine ? words.willLeave(model.name) : words.willStay(model.name)}</p>
    </div>
  );
}
