/** A question that must be answered first; the browser's own dialog keeps focus and Escape right. */
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it leaves the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current;
    const opener = document.activeElement;
    shown?.showModal();
    return () => {
      shown?.close();
      // What opened it may go in the same moment, as a deleted row does: that is known once all is drawn.
      requestAnimationFrame(() => {
        if (opener && !opener.isConnected && document.activeElement === document.body) {
          document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
        }
      });
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onCancel={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
