/** The height of a row of the list in pixels. The list computes the places of its rows from it. */
import type { CSSProperties } from "react";
import { useDensity } from "../../lib/appearance.ts";
import { useNarrow } from "../../lib/use-narrow.ts";

/** A phone needs two lines for a transaction. */
const HEIGHTS = { comfortable: { wide: 56, narrow: 56 }, compact: { wide: 40, narrow: 48 } };

/** Returns the height, and renders again when the density or the screen changes. */
export function useRowHeight(): number {
  const width = useNarrow() ? "narrow" : "wide";
  return HEIGHTS[useDensity()][width];
}

/** Returns the style of a list of `rows` pixels. */
export function listStyle(rows: number, height: number): CSSProperties {
  return { height: rows, ["--row-height" as string]: `${height}px` };
}
