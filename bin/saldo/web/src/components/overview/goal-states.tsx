/** The progress of the savings goals. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { listGoals } from "../../api-goals.ts";
import { savedPercent, savedWords } from "../../lib/goals.ts";
import { strings } from "../../strings/index.ts";

export function GoalStates() {
  const goals = useQuery({ queryKey: ["goals"], queryFn: listGoals });
  const active = (goals.data?.items ?? []).filter(({ archived }) => !archived);
  if (active.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="goals">
      <h2 id="goals">{strings.goals.title}</h2>
      <ul className="budget-states">
        {active.map((goal) => (
          <li key={goal.id}>
            <span className="name">{goal.name}</span>
            <span className="figure">{goal.progress.saved === null ? "–" : savedWords(goal)}</span>
            <span className="gauge" aria-hidden>
              <span style={{ width: `${savedPercent(goal)}%` }} />
            </span>
            {goal.progress.saved === null && <span className="hint">{savedWords(goal)}</span>}
          </li>
        ))}
      </ul>
      <p>
        <Link href="/goals">{strings.goals.all}</Link>
      </p>
    </section>
  );
}
