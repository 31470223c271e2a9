/**
 * A button that opens a list below it. It closes by Escape, and when the focus leaves it. Within another
 * menu it stays open until that one closes: a list that closed under the pointer would move what is pressed.
 */
import { type FocusEvent, type ReactNode, useRef } from "react";

interface Props {
  /** The content of the button. */
  button: ReactNode;
  /** The class of the button. */
  className: string;
  /** The accessible name of the button, if its content does not say enough. */
  label?: string;
  /** Returns the list. */
  children: (close: () => void) => ReactNode;
}

export function Menu({ button, className, label, children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    // A closed list cannot keep the focus.
    if (menu.current?.querySelector(".menu-list")?.contains(document.activeElement)) {
      menu.current.querySelector("summary")?.focus();
    }
    menu.current?.removeAttribute("open");
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const outermost = currentTarget.parentElement?.closest(".menu") ?? currentTarget;
    if (relatedTarget !== null && !outermost.contains(relatedTarget as Node)) {
      close();
    }
  };
  return (
    <details
      ref={menu}
      className="menu"
      onBlur={onBlur}
      onToggle={() => menu.current?.querySelector(".menu-list")?.scrollIntoView({ block: "nearest" })}
      onKeyDown={(event) => {
        if (event.key === "Escape" && menu.current?.open) {
          event.stopPropagation();
          close();
          menu.current.querySelector("summary")?.focus();
        }
      }}
    >
      <summary className={className} aria-label={label}>
        {button}
      </summary>
      <div className="menu-list">{children(close)}</div>
    </details>
  );
}
