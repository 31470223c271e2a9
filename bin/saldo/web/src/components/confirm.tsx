/** A confirmation of an irreversible action, or a form. It stays open while the server rejects it. */
import type { FormEvent, ReactNode } from "react";
import { strings } from "../strings/index.ts";
import { Dialog } from "./dialog.tsx";
import { Notice, explain } from "./notice.tsx";

interface Props {
  title: string;
  confirm: string;
  danger?: boolean;
  /** The server's error. */
  error: Error | null;
  busy: boolean;
  onConfirm: (form: FormData) => void;
  onClose: () => void;
  children: ReactNode;
}

export function Confirm({ title, confirm, danger, error, busy, onConfirm, onClose, children }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onConfirm(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        {error && <Notice tone="bad">{explain(error)}</Notice>}
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {strings.cancel}
          </button>
          <button type="submit" className={danger ? "button danger" : "button primary"} disabled={busy}>
            {confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
