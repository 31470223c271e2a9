/** A list of the first steps, until all are done or the user hides it. */
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { Statement } from "../../api.ts";
import { getPreferences, listBudgets } from "../../api-bookkeeping.ts";
import { listThreads } from "../../api-chat.ts";
import { STEPS, type Step, areStepsShown, doneSteps, hideSteps } from "../../lib/first-steps.ts";
import { strings } from "../../strings/index.ts";

/** Loads what says which steps are done. The page waits for it, because the list is above all else. */
export function useFirstSteps(statements: readonly Statement[] | undefined) {
  const [isShown, setShown] = useState(areStepsShown);
  const asked = { enabled: isShown };
  const preferences = useQuery({ queryKey: ["preferences"], queryFn: getPreferences, ...asked });
  const budgets = useQuery({ queryKey: ["budgets", "all"], queryFn: () => listBudgets(), ...asked });
  const threads = useQuery({ queryKey: ["threads", "any"], queryFn: () => listThreads(""), ...asked });
  const isLoaded = !isShown || !(preferences.isPending || budgets.isPending || threads.isPending);
  // A list of steps is not worth an error: without what it needs, it is not shown.
  const done =
    isShown && statements && preferences.data && budgets.data && threads.data
      ? doneSteps({
          statements,
          currency: preferences.data.currency,
          budgets: budgets.data.length,
          threads: threads.data.length,
        })
      : null;
  const hide = () => {
    hideSteps();
    setShown(false);
  };
  return { isLoaded, done, hide };
}

export function FirstSteps({ done, onHide }: { done: ReadonlySet<Step> | null; onHide: () => void }) {
  const words = strings.overview.firstSteps;
  const steps = Object.entries(STEPS) as [Step, string][];
  if (done === null || done.size === steps.length) {
    return null;
  }
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <div className="head">
        <h2 id="first-steps">{words.title}</h2>
        <span className="hint">{words.done(done.size, steps.length)}</span>
        <button type="button" className="quiet icon" aria-label={words.hide} title={words.hide} onClick={onHide}>
          <X size={16} aria-hidden />
        </button>
      </div>
      <ol>
        {steps.map(([step, path]) => (
          <li key={step} className={done.has(step) ? "done" : undefined}>
            {done.has(step) ? <CircleCheck size={18} aria-hidden /> : <Circle size={18} aria-hidden />}
            {done.has(step) ? (
              <span>
                {words.steps[step]}
                <span className="hidden"> ({strings.state.finished})</span>
              </span>
            ) : (
              <Link href={path}>{words.steps[step]}</Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
