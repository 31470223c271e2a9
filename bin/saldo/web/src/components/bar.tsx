/** A sentence at the foot of the window, in sight wherever one is; the place for it is always there, so that it is read out. */
import type { ReactNode } from "react";
import "./bar.css";

interface Props {
  text?: string;
  /** Bad news that just appeared is read out at once. */
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
