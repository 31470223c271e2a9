/**
 * The heading of a page, with a link to its guide. It sets the title of the tab, and gets the focus after a
 * navigation, so that a screen reader announces the page.
 */
import { CircleQuestionMark } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { guideOf } from "../lib/guide.ts";
import { strings } from "../strings/index.ts";

let moved = false;

export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  const [path] = useLocation();
  const guide = guideOf(path);
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
      <div className="title">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {guide && (
          <Link href={`/help/${guide}`} className="quiet icon" aria-label={strings.help.link} title={strings.help.link}>
            <CircleQuestionMark size={20} strokeWidth={1.75} aria-hidden />
          </Link>
        )}
      </div>
      {children}
    </header>
  );
}
