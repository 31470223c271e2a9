/** A section of a settings page: its title at the side, its controls beside it. */
import { type ReactNode, useId } from "react";

export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="about">
        <h2 id={id}>{title}</h2>
        {hint && <p className="hint">{hint}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
