/**
 * A placeholder for content that loads. It fills the view, so that nothing below it moves when the content
 * arrives.
 */
import { strings } from "../strings/index.ts";

const BARS = [40, 75, 60, 85, 50, 70];

export function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="hidden">{strings.loading}</span>
      {BARS.map((width) => (
        <span key={width} className="bar" style={{ inlineSize: `${width}%` }} aria-hidden />
      ))}
    </div>
  );
}
