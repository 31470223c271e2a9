/** A chart as a picture: the same data and scales as on the page, drawn on a canvas. */
import { line } from "d3-shape";
import type { ChartData } from "./chart-data.ts";
import { amountScale, bands } from "./chart-scale.ts";
import { bandOf } from "./flow.ts";
import { formatMoney } from "./money.ts";

const WIDTH = 1200;

const HEIGHT = 640;

/** Twice the pixels, for sharp text on dense screens. */
const DENSITY = 2;

/** The font of the pages, which is loaded when a chart can be saved. */
const FONT = '"Public Sans", sans-serif';

const MARGIN = { top: 90, end: 40, bottom: 60, start: 110 };

const BAR_HEIGHT = 46;

interface Pen {
  context: CanvasRenderingContext2D;
  /** Returns a color of the page's theme. */
  color: (name: string) => string;
}

/** Draws a chart and returns it as PNG; `null` if the browser cannot. */
export async function pngOf(chart: ChartData): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) {
    return null;
  }
  const height = chart.kind === "bars" ? MARGIN.top + chart.labels.length * BAR_HEIGHT + 20 : HEIGHT;
  canvas.width = WIDTH * DENSITY;
  canvas.height = height * DENSITY;
  context.scale(DENSITY, DENSITY);
  const pen: Pen = { context, color: colorOfTheme };
  context.fillStyle = pen.color("surface");
  context.fillRect(0, 0, WIDTH, height);
  write(pen, chart.title, 40, 50, { size: 26, color: "ink" });
  if (chart.kind === "tiles") {
    drawTiles(pen, chart);
  } else if (chart.kind === "flow") {
    drawFlow(pen, chart);
  } else if (chart.kind === "bars") {
    drawBars(pen, chart);
  } else {
    drawPlot(pen, chart);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Returns a color of the current theme. The variable itself has the colors of both themes. */
function colorOfTheme(name: string): string {
  const root = document.documentElement;
  const before = root.style.outlineColor;
  root.style.outlineColor = `var(--${name})`;
  const color = getComputedStyle(root).outlineColor;
  root.style.outlineColor = before;
  return color;
}

interface TextStyle {
  size?: number;
  color?: string;
  align?: CanvasTextAlign;
}

function write({ context, color }: Pen, text: string, x: number, y: number, style: TextStyle = {}): void {
  context.font = `${style.size ?? 17}px ${FONT}`;
  context.fillStyle = color(style.color ?? "soft");
  context.textAlign = style.align ?? "left";
  context.fillText(text, x, y);
}

const COLORS = ["accent", "gold"];

function drawPlot(pen: Pen, chart: ChartData): void {
  const { context, color } = pen;
  const scale = amountScale(
    chart.series.flatMap(({ amounts }) => amounts),
    chart.currency,
  );
  const across = (percent: number) => MARGIN.start + ((WIDTH - MARGIN.start - MARGIN.end) * percent) / 100;
  const down = (percent: number) => HEIGHT - MARGIN.bottom - ((HEIGHT - MARGIN.top - MARGIN.bottom) * percent) / 100;
  for (const { place, label } of scale.ticks) {
    context.fillStyle = color("line");
    context.fillRect(MARGIN.start, down(place), WIDTH - MARGIN.start - MARGIN.end, 1);
    write(pen, label, MARGIN.start - 14, down(place) + 6, { align: "right" });
  }
  const columns = bands(chart.labels.length, 0.2);
  const points = chart.places ?? [];
  const middle = (index: number) =>
    across(
      chart.kind === "line" ? (points[index] ?? 0) : (columns[index]?.start ?? 0) + (columns[index]?.width ?? 0) / 2,
    );
  chart.shortLabels.forEach((label, index) => write(pen, label, middle(index), HEIGHT - 24, { align: "center" }));
  chart.series.forEach(({ name, amounts }, number) => {
    const tone = color(COLORS[number] ?? "accent");
    if (chart.kind === "line") {
      context.strokeStyle = tone;
      context.lineWidth = 3;
      context.beginPath();
      line<string>(
        (_, index) => middle(index),
        (amount) => down(scale.place(amount)),
      ).context(context)(amounts);
      context.stroke();
      return;
    }
    context.fillStyle = tone;
    const parts = bands(chart.series.length, 0.05);
    amounts.forEach((amount, index) => {
      const [column, part] = [columns[index], parts[number]];
      if (column && part) {
        const left = across(column.start + (column.width * part.start) / 100);
        const width = across((column.width * part.width) / 100) - across(0);
        context.fillRect(left, down(scale.place(amount)), width, down(scale.place("0")) - down(scale.place(amount)));
      }
    });
    if (chart.series.length > 1) {
      const x = WIDTH - MARGIN.end - (chart.series.length - number) * 190;
      context.fillRect(x, 36, 15, 15);
      write(pen, name, x + 24, 50);
    }
  });
}

function drawTiles(pen: Pen, chart: ChartData): void {
  const { context, color } = pen;
  const [across, down] = [(WIDTH - 80) / 100, (HEIGHT - MARGIN.top - 40) / 100];
  for (const { title, amount, tone, left, top, width, height } of chart.tiles ?? []) {
    const [x, y] = [40 + left * across, MARGIN.top + top * down];
    context.save();
    context.beginPath();
    context.rect(x, y, width * across - 2, height * down - 2);
    context.clip();
    context.globalAlpha = tone / 100;
    context.fillStyle = color("gold");
    context.fill();
    context.globalAlpha = 1;
    write(pen, title, x + 10, y + 24, { size: 15, color: "ink" });
    write(pen, formatMoney(amount, chart.currency), x + 10, y + 46, { size: 15, color: "ink" });
    context.restore();
  }
}

function drawFlow(pen: Pen, chart: ChartData): void {
  const { context, color } = pen;
  const [width, height] = [WIDTH - 80, HEIGHT - MARGIN.top - 40];
  for (const node of chart.flow?.nodes ?? []) {
    context.save();
    context.translate(40, MARGIN.top);
    context.fillStyle = color(node.side === "in" || node.isNet ? "accent" : "gold");
    context.globalAlpha = 0.3;
    context.beginPath();
    bandOf(node, width, height, context);
    context.fill();
    context.globalAlpha = 1;
    const [x, align] = node.side === "in" ? [10, "left" as const] : [width - 10, "right" as const];
    const y = ((node.top + node.height / 2) * height) / 100;
    const text = `${node.title}  ${formatMoney(node.amount, chart.currency)}`;
    if ((node.barHeight * height) / 100 < 20) {
      // A thin band would strike the text through.
      context.font = `15px ${FONT}`;
      const length = context.measureText(text).width + 12;
      context.fillStyle = color("surface");
      context.fillRect(node.side === "in" ? x - 6 : x + 6 - length, y - 10, length, 20);
    }
    write(pen, text, x, y + 5, { size: 15, color: "ink", align });
    context.restore();
  }
}

function drawBars(pen: Pen, chart: ChartData): void {
  const { context, color } = pen;
  const amounts = chart.series[0]?.amounts ?? [];
  const scale = amountScale(
    amounts.map((amount) => amount.replace("-", "")),
    chart.currency,
  );
  chart.labels.forEach((label, index) => {
    const y = MARGIN.top + index * BAR_HEIGHT;
    write(pen, label, 40, y + 8, { color: "ink" });
    write(pen, chart.figures?.[index] ?? "", WIDTH - 40, y + 8, { align: "right", color: "ink" });
    context.fillStyle = color("accent");
    const length = scale.place((amounts[index] ?? "0").replace("-", ""));
    context.fillRect(40, y + 16, Math.max(2, ((WIDTH - 80) * length) / 100), 7);
  });
}
