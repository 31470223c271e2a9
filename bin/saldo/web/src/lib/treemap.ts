/**
 * A treemap: amounts as areas. Amounts become numbers here to be drawn, never to be added.
 */
import { hierarchy, treemap } from "d3-hierarchy";
import { type Decimal, sum } from "./money.ts";

/** A positive amount that may consist of further parts. */
export interface Part {
  key: string;
  name: string;
  amount: Decimal;
  /** The path of its transactions. */
  path: string | null;
  parts: Part[];
}

/** A place in percent of the whole map. */
interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** An area of the map. */
export interface Tile extends Area {
  key: string;
  name: string;
  /** The name with that of the part that it belongs to. */
  title: string;
  amount: Decimal;
  path: string | null;
  /** The strength of its color in percent; tiles of one part have the same. */
  tone: number;
}

/** The width and height of the map on the narrowest phone, in pixels. Its styles have the same ratio. */
const SIZE = { width: 280, height: 252 };

/** The smallest width and height of a tile on that phone, so that it can be tapped. */
const TILE_PIXELS_MIN = 24;

/** Gap between parts, in these pixels. */
const GAP_PIXELS = 2;

/** Strengths of the colors, from the largest part to the smallest. Text on all of them is readable. */
const TONES = [45, 37, 30, 24, 18, 13];

/** Names of what is not an amount of its own. */
export interface TileWords {
  /** Amounts that are too small to be drawn. */
  smaller: (count: number) => string;
  /** A part of another one. */
  within: (whole: string, part: string) => string;
}

/**
 * Returns the areas of parts, the largest first. Parts that are too small to be tapped become one area
 * together, and a part that has no room for its own parts is one area.
 */
export function tilesOf(parts: readonly Part[], words: TileWords): Tile[] {
  const whole = { left: 0, top: 0, width: SIZE.width, height: SIZE.height };
  return place(parts, whole, words.smaller).flatMap(({ part, area }, rank) => {
    const tone = TONES[Math.min(rank, TONES.length - 1)] ?? 0;
    const [across, down] = [Math.min(GAP_PIXELS, area.width / 2), Math.min(GAP_PIXELS, area.height / 2)];
    const inside = {
      left: area.left + across / 2,
      top: area.top + down / 2,
      width: area.width - across,
      height: area.height - down,
    };
    const below = part.parts.length > 1 ? place(part.parts, inside, words.smaller) : [];
    const isDivided = below.filter(({ part: { path } }) => path !== null).length > 1;
    return isDivided
      ? below.map((one) => tile(one, words.within(part.name, one.part.name), tone))
      : [tile({ part, area: inside }, part.name, tone)];
  });
}

interface Placed {
  part: Part;
  area: Area;
}

function tile({ part: { key, name, amount, path }, area }: Placed, title: string, tone: number): Tile {
  return {
    key,
    name,
    title,
    amount,
    path,
    tone,
    left: (100 * area.left) / SIZE.width,
    top: (100 * area.top) / SIZE.height,
    width: (100 * area.width) / SIZE.width,
    height: (100 * area.height) / SIZE.height,
  };
}

/**
 * Divides an area among parts. The smallest ones are merged until each other one has enough room; the merged
 * area is no link, so it may be smaller.
 */
function place(parts: readonly Part[], area: Area, smaller: TileWords["smaller"]): Placed[] {
  const inOrder = [...parts].sort((one, other) => Number(other.amount) - Number(one.amount));
  for (let drawn = inOrder.length; drawn > 0; drawn -= 1) {
    const placed = divide([...inOrder.slice(0, drawn), ...merged(inOrder.slice(drawn), smaller)], area);
    const isRoomy = ({ part, area: { width, height } }: Placed) =>
      part.path === null || Math.min(width, height) >= TILE_PIXELS_MIN + GAP_PIXELS;
    if (drawn === 1 || placed.every(isRoomy)) {
      return placed;
    }
  }
  return [];
}

/** Returns small parts as one without a path; a single one keeps its name. */
function merged(parts: readonly Part[], smaller: TileWords["smaller"]): Part[] {
  const [first] = parts;
  const name = first && parts.length === 1 ? first.name : smaller(parts.length);
  const amount = sum(parts.map((part) => part.amount));
  return first ? [{ key: `smaller ${first.key}`, name, amount, path: null, parts: [] }] : [];
}

function divide(parts: readonly Part[], area: Area): Placed[] {
  interface Node {
    part: Part | null;
    parts: Node[];
  }
  const nodes: Node[] = parts.map((part) => ({ part, parts: [] }));
  const root = hierarchy<Node>({ part: null, parts: nodes }, (node) => node.parts)
    .sum(({ part }) => Number(part?.amount ?? 0))
    .sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const layout = treemap<Node>().size([area.width, area.height]).round(false)(root);
  return layout
    .leaves()
    .flatMap(({ data: { part }, x0, y0, x1, y1 }) =>
      part ? [{ part, area: { left: area.left + x0, top: area.top + y0, width: x1 - x0, height: y1 - y0 } }] : [],
    );
}
