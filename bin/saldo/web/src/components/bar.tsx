/**
 * A message at the foot of the window. Its container is always rendered, because screen readers announce only
 * changes in an existing live region.
 */
import type { ReactNode } from "react";
import "./bar.css";

interface Props {
  text?: string;
  /** An `alert` is announced at once. */
  role?: "status" | "alert";
  children?: ReactNode;
}

export function Bar({ text, role = "status", children }: Props) {
  return (
    <div className="foot-bar" role={role}>
      {text !== undefined && (
        <div className="bar">
          <span>{text}</span>
          {children}
        </div>
      )}
    </div>
  );
}
