/**
 * The heading of a page. It sets the title of the tab, and gets the focus after a navigation, so that a
 * screen reader announces the page.
 */
import { type ReactNode, useEffect, useRef } from "react";
import { strings } from "../strings/index.ts";

let moved = false;

export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${strings.saldo}`;
  }, [title]);
  useEffect(() => {
    if (moved) {
      heading.current?.focus({ preventScroll: true });
    }
    moved = true;
  }, []);
  return (
    <header className="heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </header>
  );
}
