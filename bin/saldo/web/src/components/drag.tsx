/**
 * Lists whose elements can be dragged by a grip, with a mouse or a finger. Buttons do the same for the
 * keyboard, so the grip is not announced.
 */
import { GripVertical } from "lucide-react";
import { type CSSProperties, type PointerEvent, type RefObject, useRef, useState } from "react";
import { placeAt } from "../lib/order.ts";
import "./drag.css";

/** Pixels from the edge of the window within which the page scrolls, and by how many at a time. */
const EDGE_PIXELS = 56;
const SCROLLED_PIXELS = 14;

interface Dragging {
  from: number;
  to: number;
  /** The distance from where it was taken. */
  offset: number;
}

/** Properties of an element, to follow the pointer or to show where the dragged one goes. */
interface DragProps {
  "data-dragged"?: true;
  "data-drop"?: "before" | "after";
  style?: CSSProperties;
}

/** The dragging of a list. */
export interface Drag<List extends HTMLElement> {
  /** The element whose children are the elements of the list. */
  list: RefObject<List | null>;
  propsOf: (index: number) => DragProps;
  gripOf: (index: number) => GripProps;
}

/** Returns the dragging of a list. `onDrop` moves the element at one place to another. */
export function useDrag<List extends HTMLElement>(onDrop: (from: number, to: number) => void): Drag<List> {
  const list = useRef<List>(null);
  const taken = useRef<{ y: number; middles: number[] } | null>(null);
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const release = () => {
    taken.current = null;
    setDragging(null);
  };
  const onTake = (index: number, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !list.current) {
      return;
    }
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const boxes = [...list.current.children].map((child) => child.getBoundingClientRect());
    const middles = boxes.map(({ top, height }) => top + height / 2 + window.scrollY);
    taken.current = { y: event.clientY + window.scrollY, middles };
    setDragging({ from: index, to: index, offset: 0 });
  };
  const onMove = ({ clientY }: PointerEvent<HTMLElement>) => {
    if (!taken.current || !dragging) {
      return;
    }
    if (clientY < EDGE_PIXELS || clientY > window.innerHeight - EDGE_PIXELS) {
      window.scrollBy(0, clientY < EDGE_PIXELS ? -SCROLLED_PIXELS : SCROLLED_PIXELS);
    }
    const { y, middles } = taken.current;
    const offset = clientY + window.scrollY - y;
    const { from } = dragging;
    setDragging({ from, to: placeAt(middles, from, (middles[from] ?? 0) + offset), offset });
  };
  const onRelease = () => {
    if (dragging && dragging.to !== dragging.from) {
      onDrop(dragging.from, dragging.to);
    }
    release();
  };
  const propsOf = (index: number): DragProps => {
    if (!dragging) {
      return {};
    }
    const { from, to, offset } = dragging;
    if (index === from) {
      return { "data-dragged": true, style: { translate: `0 ${offset}px` } };
    }
    return index === to && to !== from ? { "data-drop": to < from ? "before" : "after" } : {};
  };
  const gripOf = (index: number): GripProps => ({
    onTake: (event) => onTake(index, event),
    onMove,
    onRelease,
    onCancel: release,
  });
  return { list, propsOf, gripOf };
}

interface GripProps {
  onTake: (event: PointerEvent<HTMLElement>) => void;
  onMove: (event: PointerEvent<HTMLElement>) => void;
  onRelease: () => void;
  onCancel: () => void;
}

export function Grip({ onTake, onMove, onRelease, onCancel }: GripProps) {
  return (
    <span
      className="grip"
      aria-hidden
      onPointerDown={onTake}
      onPointerMove={onMove}
      onPointerUp={onRelease}
      onPointerCancel={onCancel}
    >
      <GripVertical size={18} />
    </span>
  );
}
