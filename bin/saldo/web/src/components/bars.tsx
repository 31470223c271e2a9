/** A bar chart that is a list: each bar has its label and figure. A button opens the bars after the first. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Bar } from "../lib/answer-chart.ts";
import { strings } from "../strings/index.ts";
import "./bars.css";

/** Maximum number of bars that are shown at once. */
const BARS_MAX = 15;

export function Bars({ bars }: { bars: Bar[] }) {
  const further = bars.length - BARS_MAX;
  return further > 0 ? (
    <div className="bars-all">
      <List bars={bars.slice(0, BARS_MAX)} />
      <details>
        <summary>{strings.chart.further(further)}</summary>
        <List bars={bars.slice(BARS_MAX)} />
      </details>
    </div>
  ) : (
    <List bars={bars} />
  );
}

function List({ bars }: { bars: Bar[] }) {
  return (
    <ul className="bars">
      {bars.map((bar, index) => (
        <li key={`${index} ${bar.label}`}>
          <span className="label">
            <Linked path={bar.path}>{bar.label}</Linked>
          </span>
          <span className="figure">{bar.figure}</span>
          <span className="bar" style={{ width: `${bar.share}%` }} aria-hidden />
          {bar.before && (
            <>
              <span className="bar before" style={{ width: `${bar.before.share}%` }} aria-hidden />
              <span className="hint">
                {strings.reports.before}{" "}
                <Linked path={bar.before.path}>
                  <span className="figure">{bar.before.figure}</span>
                </Linked>
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Linked({ path, children }: { path: string | null; children: ReactNode }) {
  return path ? <Link href={path}>{children}</Link> : children;
}
