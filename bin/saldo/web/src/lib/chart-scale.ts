/**
 * Scales of charts: places on the screen in percent. Amounts become numbers here to be drawn, never to be
 * added.
 */
import { scaleBand, scaleLinear } from "d3-scale";
import { locale } from "../strings/index.ts";
import type { Decimal } from "./money.ts";

/** Number of gridlines to aim for. */
const TICKS = 4;

/** A mark of an axis: its place in percent, and its label. */
export interface Tick {
  place: number;
  label: string;
}

/** The scale of an axis of amounts. */
export interface AmountScale {
  /** Returns the place of an amount in percent, from the bottom. */
  place: (amount: Decimal) => number;
  ticks: Tick[];
}

/**
 * Returns the scale of amounts of one currency. It includes zero, because a cut-off axis exaggerates
 * changes.
 */
export function amountScale(amounts: readonly Decimal[], currency: string): AmountScale {
  const values = amounts.map(Number);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const scale = scaleLinear([least, least === most ? least + 1 : most], [0, 100]).nice(TICKS);
  const format = new Intl.NumberFormat(locale(), {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  });
  return {
    place: (amount) => scale(Number(amount)),
    ticks: scale.ticks(TICKS).map((tick) => ({ place: scale(tick), label: format.format(tick) })),
  };
}

/**
 * Returns the places of days along an axis of time that ends on `end`; a single day at its end is in the
 * middle.
 */
export function dayPlaces(days: readonly string[], end: string): number[] {
  const first = days[0] ?? end;
  const scale = scaleLinear([Date.parse(first), Date.parse(end)], [0, 100]);
  return days.map((day) => (first === end ? 50 : scale(Date.parse(day))));
}

/** A band of an axis, such as one of a month. */
export interface Band {
  start: number;
  width: number;
}

/** Returns equal bands along an axis, with gaps between them. `gap` is their share of a band. */
export function bands(count: number, gap: number): Band[] {
  const scale = scaleBand(range(count), [0, 100]).padding(gap);
  return range(count).map((index) => ({ start: scale(index) ?? 0, width: scale.bandwidth() }));
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
