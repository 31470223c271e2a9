import { expect, it } from "vitest";
import { type FlowPart, bandOf, flowOf } from "./flow.ts";

const WORDS = { smaller: (count: number) => `${count} smaller`, left: "Left", missing: "Missing" };

const part = (name: string, amount: string): FlowPart => ({ key: name, name, title: name, amount, path: `/${name}` });

const names = (flow: ReturnType<typeof flowOf>, side: string) =>
  flow.nodes.filter((node) => node.side === side).map(({ name, amount }) => [name, amount]);

it("balances both sides by what is left or missing", () => {
  const saved = flowOf([part("salary", "10.00")], [part("rent", "7.00"), part("food", "2.00")], "/net", WORDS);
  expect(names(saved, "in")).toEqual([["salary", "10.00"]]);
  expect(names(saved, "out")).toEqual([
    ["rent", "7.00"],
    ["food", "2.00"],
    ["Left", "1.00"],
  ]);
  const spent = flowOf([part("salary", "10.00")], [part("rent", "12.50")], "/net", WORDS);
  expect(names(spent, "in")).toEqual([
    ["salary", "10.00"],
    ["Missing", "2.50"],
  ]);
  expect(names(flowOf([part("a", "1.00")], [part("b", "1.00")], "/net", WORDS), "out")).toEqual([["b", "1.00"]]);
});

it("has no gap in the middle, and bars whose heights are the amounts", () => {
  const outgoing = ["70", "20", "0.50", "0.20"].map((amount, index) => part(`${index}`, amount));
  const { nodes, middle } = flowOf([part("salary", "100")], outgoing, "/net", WORDS);
  for (const side of ["in", "out"]) {
    const ofSide = nodes.filter((node) => node.side === side);
    let top = middle.top;
    for (const node of ofSide) {
      expect(node.middleTop).toBeCloseTo(top);
      expect(node.barHeight).toBeCloseTo((Number(node.amount) / 100) * middle.height);
      top += node.barHeight;
    }
    expect(top).toBeCloseTo(middle.top + middle.height);
  }
});

it("leaves room to tap each part within the chart, however small it is", () => {
  const many = Array.from({ length: 30 }, (_, index) => part(`${index}`, `${1000 / (index * index + 1)}`.slice(0, 6)));
  const { nodes } = flowOf(many.slice(0, 3), many, "/net", WORDS);
  expect(names({ nodes, middle: { top: 0, height: 0 } }, "out").at(-1)?.[0]).toBe("20 smaller");
  for (const side of ["in", "out"]) {
    const ofSide = nodes.filter((node) => node.side === side);
    expect(ofSide.every(({ height }) => (440 * height) / 100 >= 23.99)).toBe(true);
    expect(ofSide.every(({ top, height }, index) => top + height <= (ofSide[index + 1]?.top ?? 100.01))).toBe(true);
    expect(ofSide[0]?.top).toBeGreaterThanOrEqual(-0.01);
  }
});

it("draws each band from its edge to the middle", () => {
  const [salary, rent] = flowOf([part("salary", "1")], [part("rent", "1")], "/net", WORDS).nodes;
  expect(salary && bandOf(salary, 100, 100)).toMatch(/^M0,100C25,100,25,100,50,100L50,0C/);
  expect(rent && bandOf(rent, 100, 100)).toMatch(/^M100,100C75,100,75,100,50,100L50,0C/);
});
