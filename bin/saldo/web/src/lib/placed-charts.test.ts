import type { UIMessage } from "ai";
import { describe, expect, it } from "vitest";
import { ANALYST } from "./model-name.ts";
import { placeCharts } from "./placed-charts.ts";

const eur = (group: string | null, amount: string, before?: string) => ({
  group,
  amount: { amount, currency: "EUR" },
  before: before === undefined ? null : { amount: { amount: before, currency: "EUR" } },
});

const ROWS = [eur("Groceries", "30.00"), eur(null, "20.00")];

const TEXT = "Spending:\n\n- Groceries: 30.00 EUR\n- without a category: 20.00 EUR";

function answer(rows: object[], text: string | null): UIMessage {
  const call = { type: "tool-query", toolCallId: "call_1", state: "output-available", input: {}, output: { rows } };
  const parts = [call, ...(text === null ? [] : [{ type: "text", text }])] as UIMessage["parts"];
  return { id: "1", role: "assistant", parts };
}

/** Returns the places of the charts: the lines in the text, and the steps. */
function places(message: UIMessage, model = ANALYST, isWriting = false) {
  const { atStep, inText } = placeCharts(message, model, "Uncategorized", isWriting);
  return { steps: [...atStep.keys()], lines: [...(inText.get(1)?.keys() ?? [])] };
}

const AT_STEP = { steps: ["call_1"], lines: [] };

describe("the chart of an answer", () => {
  it("replaces the analyst's list of the same rows", () => {
    expect(places(answer(ROWS, TEXT))).toEqual({ steps: [], lines: [3] });
  });

  it("replaces a list that names default categories in its own language", () => {
    const german = "Ausgaben:\n\n- Lebensmittel: 30,00 EUR\n- ohne Kategorie: 20,00 EUR";
    expect(places(answer(ROWS, german))).toEqual({ steps: [], lines: [3] });
    const ofMyOwn = [eur("My own", "30.00"), eur(null, "20.00")];
    expect(places(answer(ofMyOwn, german))).toEqual(AT_STEP);
  });

  it("never replaces what another model writes", () => {
    expect(places(answer(ROWS, TEXT), "far-model")).toEqual(AT_STEP);
  });

  it("stays below its step if no list has its rows", () => {
    expect(places(answer(ROWS, "You spent 50.00 EUR."))).toEqual(AT_STEP);
    const [first, second] = ROWS;
    const unlisted = [{ ...first, transactions: { tooMany: "500" } }, { ...second }];
    expect(places(answer(unlisted, TEXT))).toEqual(AT_STEP);
    // The chart has the latest 36 months only.
    const months = Array.from({ length: 37 }, (_, index) =>
      eur(`${2023 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`, "1.00"),
    );
    const byMonth = `Spending:\n\n${months.map(({ group }) => `- ${group}: 1.00 EUR`).join("\n")}`;
    expect(places(answer(months, byMonth))).toEqual(AT_STEP);
  });

  it("replaces a list of months in any order, and a comparison", () => {
    const months = [eur("2026-02", "20.00"), eur("2026-01", "30.00")];
    const byMonth = "Spending:\n\n- February 2026: 20.00 EUR\n- January 2026: 30.00 EUR";
    expect(places(answer(months, byMonth))).toEqual({ steps: [], lines: [3] });
    const compared = [eur("Groceries", "30.00", "1.00"), eur("Travel", "20.00", "-2.00"), eur("Rent", "9.00")];
    const text = (before: string) =>
      `Spending:\n\n- Groceries: 30.00 EUR, ${before}\n- Travel: 20.00 EUR, prima -2.00 EUR\n- Rent: 9.00 EUR`;
    expect(places(answer(compared, text("1.00 EUR before")))).toEqual({ steps: [], lines: [3] });
    expect(places(answer(compared, text("1.01 EUR before")))).toEqual(AT_STEP);
    expect(places(answer(compared, text("1.00 USD before")))).toEqual(AT_STEP);
    expect(places(answer(compared, "Spending:\n\n- Groceries: 30.00 EUR\n- Travel: 20.00 EUR"))).toEqual(AT_STEP);
    // Figures of another kind are in the list only.
    const counted = [{ ...eur("Groceries", "30.00"), before: { count: 3 } }, eur("Rent", "9.00")];
    expect(places(answer(counted, "Spending:\n\n- Groceries: 30.00 EUR\n- Rent: 9.00 EUR"))).toEqual(AT_STEP);
  });

  it("waits for the list while the answer is written, and comes back if there is none", () => {
    expect(places(answer(ROWS, null), ANALYST, true)).toEqual({ steps: [], lines: [] });
    expect(places(answer(ROWS, "Spending:"), ANALYST, true)).toEqual({ steps: [], lines: [] });
    expect(places(answer(ROWS, TEXT.slice(0, 20)), ANALYST, true)).toEqual({ steps: [], lines: [3] });
    expect(places(answer(ROWS, null))).toEqual(AT_STEP);
    expect(places(answer(ROWS, null), "far-model", true)).toEqual(AT_STEP);
  });
});
