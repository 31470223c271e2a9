/** A modal dialog. The browser's own element manages focus and Escape. */
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Close the dialog before it is removed: only then does the browser return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    const opener = document.activeElement;
    shown?.showModal();
    return () => {
      shown?.close();
      // The opener may be removed at the same time, such as a deleted row. This
      // is known after the next frame.
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
