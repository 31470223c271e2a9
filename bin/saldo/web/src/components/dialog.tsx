/** A modal dialog. The browser's own element manages focus and Escape. */
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import { useBackCloses } from "../lib/back-closes.ts";

interface Props {
  title: string;
  /** True for one at the foot of the screen, which a press outside of it closes. */
  isSheet?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, isSheet = false, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useBackCloses(onClose);
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
  // A file picker or a dialog in this one may be canceled, too.
  const onCancel = ({ target, currentTarget }: SyntheticEvent) => {
    if (target === currentTarget) {
      onClose();
    }
  };
  return (
    <dialog
      ref={dialog}
      className={isSheet ? "foot-sheet" : undefined}
      closedby={isSheet ? "any" : undefined}
      aria-labelledby={id}
      onCancel={onCancel}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
