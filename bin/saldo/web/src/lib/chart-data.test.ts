import { describe, expect, it } from "vitest";
import { type ChartData, csvOf, fileNameOf } from "./chart-data.ts";

const CHART: ChartData = {
  title: "Cash flow, EUR",
  kind: "columns",
  currency: "EUR",
  heading: "Month",
  labels: ["January 2026", "February 2026"],
  shortLabels: ["Jan", "Feb"],
  series: [{ name: "Money in", amounts: ["10.00", "0"] }],
  further: [{ name: "Net", amounts: ["-2.50", "0"] }],
};

describe("the CSV of a chart", () => {
  it("has a line for each label and the currency in its heads", () => {
    expect(csvOf(CHART)).toBe("Month,Money in (EUR),Net (EUR)\r\nJanuary 2026,10.00,-2.50\r\nFebruary 2026,0,0\r\n");
  });

  it("quotes separators and keeps texts from running as formulas", () => {
    const labels = ['Food, "fresh"', "=1+1", "-1+1"];
    const lines = csvOf({ ...CHART, labels, series: [], further: [] }).split("\r\n");
    expect(lines.slice(1, 4)).toEqual(['"Food, ""fresh"""', "'=1+1", "'-1+1"]);
  });
});

describe("the file of a chart", () => {
  it("is named after the chart", () => {
    expect(fileNameOf(CHART, "csv")).toBe("cash-flow-eur.csv");
    expect(fileNameOf({ ...CHART, title: "Przepływy pieniężne" }, "png")).toBe("przepływy-pieniężne.png");
    expect(fileNameOf({ ...CHART, title: "…" }, "png")).toBe("saldo.png");
  });
});
