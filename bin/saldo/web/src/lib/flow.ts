/** A flow: incoming amounts on one side, outgoing ones on the other. They become numbers only to be drawn. */
import { area, curveBumpX } from "d3-shape";
import { type Decimal, compare, isNegative, negated, sum } from "./money.ts";

/** A positive amount of one side. */
export interface FlowPart {
  key: string;
  name: string;
  /** The full name, such as that of a category with its parent. */
  title: string;
  amount: Decimal;
  /** The path of its transactions. */
  path: string | null;
}

/** A part with its place. All places are in percent of the chart's height. */
export interface FlowNode extends FlowPart {
  side: "in" | "out";
  isNet: boolean;
  /** The area that can be tapped. */
  top: number;
  height: number;
  /** The bar at the edge, whose height is the amount. */
  barTop: number;
  barHeight: number;
  /** The place in the middle, as high as the bar. */
  middleTop: number;
}

export interface Flow {
  nodes: FlowNode[];
  middle: { top: number; height: number };
}

/** Names of what is not an amount of its own. */
export interface FlowWords {
  smaller: (count: number) => string;
  /** The rest of the money in. */
  left: string;
  /** The money out that the money in does not cover. */
  missing: string;
}

/** The height of the chart in pixels. Its styles have the same. */
const HEIGHT = 440;

/** The smallest height that can be tapped (WCAG 2.5.8). */
const NODE_PIXELS_MIN = 24;

const GAP_PIXELS = 4;

/** The largest number of parts of one side; smaller ones are one together. */
const PARTS_MAX = 10;

/** Returns a flow in which both sides have the same sum; `netPath` leads to the transactions of both. */
export function flowOf(
  incoming: readonly FlowPart[],
  outgoing: readonly FlowPart[],
  netPath: string,
  words: FlowWords,
): Flow {
  const left = sum([...incoming.map(({ amount }) => amount), ...outgoing.map(({ amount }) => negated(amount))]);
  const net = (name: string, amount: Decimal): FlowPart[] =>
    Number(amount) > 0 ? [{ key: "net", name, title: name, amount, path: netPath }] : [];
  const sides = [
    { side: "in" as const, parts: largest(incoming, words), net: net(words.missing, negated(left)) },
    { side: "out" as const, parts: largest(outgoing, words), net: net(words.left, left) },
  ];
  const scale = Math.min(...sides.map(({ parts, net: rest }) => scaleOf([...parts, ...rest])));
  const total =
    scale * Number(sum([...incoming.map(({ amount }) => amount), ...(isNegative(left) ? [negated(left)] : [])]));
  const middle = (HEIGHT - total) / 2;
  const nodes = sides.flatMap(({ side, parts, net: rest }) => place([...parts, ...rest], side, scale, middle));
  return { nodes, middle: { top: percent(middle), height: percent(total) } };
}

/** Returns the outline of a band from its bar to the middle, for a drawing of a width and a height. */
export function bandOf(node: FlowNode, width: number, height: number, context?: CanvasRenderingContext2D): string {
  const down = (place: number) => (place * height) / 100;
  const edge = { x: node.side === "in" ? 0 : width, top: down(node.barTop) };
  const inner = { x: width / 2, top: down(node.middleTop) };
  const shape = area<{ x: number; top: number }>()
    .x(({ x }) => x)
    .y0(({ top }) => top)
    .y1(({ top }) => top + down(node.barHeight))
    .curve(curveBumpX);
  if (context) {
    shape.context(context)([edge, inner]);
    return "";
  }
  return shape([edge, inner]) ?? "";
}

function percent(pixels: number): number {
  return (100 * pixels) / HEIGHT;
}

function largest(parts: readonly FlowPart[], { smaller }: FlowWords): FlowPart[] {
  const inOrder = [...parts].sort((one, other) => compare(other.amount, one.amount));
  const rest = inOrder.slice(PARTS_MAX);
  if (rest.length < 2) {
    return inOrder;
  }
  const name = smaller(rest.length);
  const amount = sum(rest.map((part) => part.amount));
  return [...inOrder.slice(0, PARTS_MAX), { key: "smaller", name, title: name, amount, path: null }];
}

/** Returns the largest number of pixels per unit with which all parts of a side have room. */
function scaleOf(parts: readonly FlowPart[]): number {
  const room = HEIGHT - GAP_PIXELS * Math.max(0, parts.length - 1);
  const amounts = parts.map(({ amount }) => Number(amount)).sort((one, other) => other - one);
  for (let high = amounts.length; high > 0; high -= 1) {
    // The first `high` amounts are as high as the scale says, the others have the least height.
    const whole = amounts.slice(0, high).reduce((one, other) => one + other, 0);
    const scale = (room - NODE_PIXELS_MIN * (amounts.length - high)) / whole;
    if (high === 1 || scale * (amounts[high - 1] ?? 0) >= NODE_PIXELS_MIN) {
      return scale;
    }
  }
  return Infinity;
}

function place(parts: readonly FlowPart[], side: FlowNode["side"], scale: number, middle: number): FlowNode[] {
  const bars = parts.map(({ amount }) => scale * Number(amount));
  const heights = bars.map((bar) => Math.max(NODE_PIXELS_MIN, bar));
  const used = heights.reduce((one, other) => one + other + GAP_PIXELS, -GAP_PIXELS);
  let top = (HEIGHT - used) / 2;
  let inner = middle;
  return parts.map((part, index) => {
    const [bar = 0, height = 0] = [bars[index], heights[index]];
    const node = {
      ...{ ...part, side, isNet: part.key === "net", top: percent(top), height: percent(height) },
      ...{ barTop: percent(top + (height - bar) / 2), barHeight: percent(bar), middleTop: percent(inner) },
    };
    top += height + GAP_PIXELS;
    inner += bar;
    return node;
  });
}
