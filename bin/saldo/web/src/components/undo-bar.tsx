/** The latest edit with a button to undo it, or the latest failure with a button to retry. */
import { Undo2, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { clearFailure, useUndo } from "../lib/undo.ts";
import { strings } from "../strings/index.ts";
import { Bar } from "./bar.tsx";
import { explain } from "./notice.tsx";

/** Time until the bar disappears; the key `u` still undoes afterwards. */
const SHOWN_MILLISECONDS = 20_000;

export function UndoBar() {
  const { last, undoLast, failure, isPending } = useUndo();
  const [hidden, setHidden] = useState<string | null>(last?.editId ?? null);
  const id = last?.editId ?? null;
  useEffect(() => {
    const timer = setTimeout(() => setHidden(id), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [id]);
  // A failure belongs to the page on which it happened.
  useEffect(() => clearFailure, []);
  const dismiss = (onClick: () => void): ReactNode => (
    <button type="button" className="quiet icon" aria-label={strings.undo.dismiss} onClick={onClick}>
      <X size={16} aria-hidden />
    </button>
  );
  if (failure) {
    const { error, retry } = failure;
    return (
      <Bar text={explain(error)}>
        {retry && (
          <button type="button" className="quiet" disabled={isPending} onClick={retry}>
            {strings.retry}
          </button>
        )}
        {dismiss(() => {
          setHidden(id);
          clearFailure();
        })}
      </Bar>
    );
  }
  if (!last || last.editId === hidden) {
    return <Bar />;
  }
  return (
    <Bar text={last.text}>
      <button type="button" className="quiet" disabled={isPending} onClick={undoLast}>
        <Undo2 size={16} aria-hidden /> {last.isUndo ? strings.undo.redo : strings.undo.undo}
      </button>
      {last.more?.map(({ label, run }) => (
        <button key={label} type="button" className="quiet" onClick={run}>
          {label}
        </button>
      ))}
      {dismiss(() => setHidden(id))}
    </Bar>
  );
}
