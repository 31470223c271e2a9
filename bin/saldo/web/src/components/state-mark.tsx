/** The state of a statement: an icon and a word, never a color alone. */
import { CircleAlert, CircleCheck, CircleDashed, CircleX, LoaderCircle } from "lucide-react";
import type { StateWords } from "../lib/statement-state.ts";

const SHAPES = { good: CircleCheck, warn: CircleAlert, bad: CircleX, busy: LoaderCircle, plain: CircleDashed };

export function StateMark({ state }: { state: StateWords }) {
  const Shape = SHAPES[state.tone];
  return (
    <span className={`state ${state.tone}`}>
      <Shape size={18} strokeWidth={2} aria-hidden />
      <span className={state.hasAmount ? "money" : undefined}>{state.text}</span>
    </span>
  );
}
