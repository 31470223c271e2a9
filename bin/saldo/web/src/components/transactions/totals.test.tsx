import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { describe, expect, it } from "vitest";
import type { Account } from "../../api.ts";
import { strings } from "../../strings/index.ts";
import { Totals } from "./totals.tsx";

const accounts = new Map(
  [
    ["a", "Giro"],
    ["b", "Everyday"],
  ].map(([id, name]) => [id, { id, name } as Account] as [string, Account]),
);

const rendered = (countedTwice: [string, string][]) =>
  renderToStaticMarkup(
    <Router ssrPath="/transactions">
      <Totals totals={{ sums: [], transfers: 0, count: 1, countedTwice }} accounts={accounts} />
    </Router>,
  );

describe("the totals of transactions", () => {
  it("name accounts whose amounts may count twice", () => {
    expect(rendered([])).not.toContain("Giro");
    const html = rendered([["a", "b"]]);
    expect(html).toContain(strings.overview.countedTwice("Giro", "Everyday"));
    expect(html).toContain("/transactions?account=b");
  });
});
