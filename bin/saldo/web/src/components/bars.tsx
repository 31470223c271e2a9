/** A bar chart that is a list: each bar has its label and figure. */
import { Link } from "wouter";
import type { Bar } from "../lib/answer-chart.ts";
import "./bars.css";

export function Bars({ bars }: { bars: Bar[] }) {
  return (
    <ul className="bars">
      {bars.map((bar) => (
        <li key={bar.label}>
          <span className="label">{bar.path ? <Link href={bar.path}>{bar.label}</Link> : bar.label}</span>
          <span className="figure">{bar.figure}</span>
          <span className="bar" style={{ width: `${bar.share}%` }} aria-hidden />
        </li>
      ))}
    </ul>
  );
}
