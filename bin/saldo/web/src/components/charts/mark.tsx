/**
 * A point or a column of a chart: a link with a tooltip, which appears for the pointer and for the
 * keyboard.
 */
import type { CSSProperties, ReactNode } from "react";
import { Link } from "wouter";

interface Props {
  href: string | null;
  /** The label or date of the mark. */
  name: string;
  figure: string;
  /** The place of the mark along the axis, in percent. Near the ends, the tooltip stays within the chart. */
  place: number;
  style?: CSSProperties & Record<`--${string}`, string>;
  children?: ReactNode;
}

export function Mark({ href, name, figure, place, style, children }: Props) {
  const side = place < 25 ? "first" : place > 75 ? "last" : "middle";
  const content = (
    <>
      {children}
      <span className={`tip ${side}`} aria-hidden>
        {name}
        <strong className="money">{figure}</strong>
      </span>
    </>
  );
  const label = `${name}: ${figure}`;
  return href === null ? (
    <span className="mark" role="img" aria-label={label} tabIndex={0} style={style}>
      {content}
    </span>
  ) : (
    <Link href={href} className="mark" aria-label={label} style={style}>
      {content}
    </Link>
  );
}
