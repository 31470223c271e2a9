/** The frame of a chart: gridlines with their amounts, and an axis with labels below. */
import { type ReactNode, useLayoutEffect, useRef } from "react";
import type { AmountScale, Tick } from "../../lib/chart-scale.ts";
import "./charts.css";

interface Props {
  scale: AmountScale;
  /** The labels below the plot. */
  labels: Tick[];
  /** The width that the marks need; a narrower screen scrolls, and shows the end first. */
  widthMin?: string;
  children: ReactNode;
}

export function Plot({ scale, labels, widthMin, children }: Props) {
  const across = useRef<HTMLDivElement>(null);
  const last = labels.at(-1)?.label;
  useLayoutEffect(() => {
    across.current?.scrollTo({ left: across.current.scrollWidth, behavior: "instant" });
  }, [last]);
  return (
    <div className="chart">
      <div className="amounts money" aria-hidden>
        {scale.ticks.map(({ place, label }) => (
          <span key={place} style={{ insetBlockEnd: `${place}%` }}>
            {label}
          </span>
        ))}
        {/* The widest label gives the column its width. */}
        <span className="widest">
          {scale.ticks.map(({ label }) => label).reduce((one, other) => (other.length > one.length ? other : one), "")}
        </span>
      </div>
      <div ref={across} className={widthMin ? "across scrolls" : "across"}>
        <div className="inside" style={{ minInlineSize: widthMin }}>
          <div className="plot">
            {scale.ticks.map(({ place }) => (
              <span
                key={place}
                className={place === scale.place("0") ? "grid zero" : "grid"}
                style={{ insetBlockEnd: `${place}%` }}
                aria-hidden
              />
            ))}
            {children}
          </div>
          <div className="labels" aria-hidden>
            {labels.map(({ place, label }) => (
              <span key={place} style={{ insetInlineStart: `${place}%` }}>
                {label}
              </span>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
