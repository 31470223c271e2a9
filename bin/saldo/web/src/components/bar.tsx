/** A sentence at the foot of the window, in sight wherever one is; the place for it is always there, so that it is read out. */
import type { ReactNode } from "react";
import "./bar.css";

export function Bar({ text, children }: { text?: string; children?: ReactNode }) {
  return (
    <div className="foot-bar" role="status">
      {text !== undefined && (
        <div className="bar">
          <span>{text}</span>
          {children}
        </div>
      )}
    </div>
  );
}
