/** Says what was just done to entries, and takes it back on demand. */
import { Undo2, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useUndo } from "../lib/undo.ts";
import { strings } from "../strings/index.ts";
import { explain } from "./notice.tsx";
import "./undo-bar.css";

/** How long it stays; the key `u` takes back what was done all the same. */
const SHOWN_MILLISECONDS = 20_000;

export function UndoBar() {
  const { last, turnAround, error, isPending } = useUndo();
  const [hidden, setHidden] = useState<string | null>(last?.editId ?? null);
  const id = last?.editId ?? null;
  useEffect(() => {
    const timer = setTimeout(() => setHidden(id), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [id]);
  const shown = last && last.editId !== hidden;
  return (
    <div className="undo-bar" role="status">
      {shown && (
        <div className="bar">
          <span>{error ? explain(error) : last.text}</span>
          <button type="button" className="quiet" disabled={isPending} onClick={turnAround}>
            <Undo2 size={16} aria-hidden /> {last.isUndo ? strings.undo.redo : strings.undo.undo}
          </button>
          {last.more && (
            <button type="button" className="quiet" onClick={last.more.run}>
              {last.more.label}
            </button>
          )}
          <button type="button" className="quiet icon" aria-label={strings.undo.dismiss} onClick={() => setHidden(id)}>
            <X size={16} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}
