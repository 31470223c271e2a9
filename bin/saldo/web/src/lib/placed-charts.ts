/** The places of the charts of an answer: below their step, or in the text for a list with the same rows. */
import { type UIMessage, getToolName, isToolUIPart } from "ai";
import { type AnswerChart, readChart } from "./answer-chart.ts";
import { ANALYST } from "./model-name.ts";
import { hasList, repeatedLists } from "./repeated-list.ts";

export interface PlacedCharts {
  /** The charts below their steps, by the id of the tool call. */
  atStep: Map<string, AnswerChart>;
  /** The charts in a text, by the index of the part and the line of the list, counted from 1. */
  inText: Map<number, Map<number, AnswerChart>>;
}

/**
 * Returns the places of a message's charts.
 *
 * Only the built-in analyst's lists are replaced: what another model writes is shown as it is.
 */
export function placeCharts(
  { parts }: UIMessage,
  model: string | null,
  unnamed: string,
  isWriting: boolean,
): PlacedCharts {
  const atStep = new Map<string, AnswerChart>();
  for (const part of parts) {
    const isDone = isToolUIPart(part) && part.state === "output-available";
    const chart = isDone ? readChart(getToolName(part), part.output, unnamed) : null;
    if (isDone && chart) {
      atStep.set(part.toolCallId, chart);
    }
  }
  const inText: PlacedCharts["inText"] = new Map();
  if (model !== ANALYST) {
    return { atStep, inText };
  }
  for (const [index, part] of parts.entries()) {
    if (part.type !== "text") {
      continue;
    }
    const open = [...atStep].flatMap(([id, chart]) => (chart.listed ? [{ id, chart, rows: chart.listed }] : []));
    const lines = repeatedLists(
      part.text,
      open.map(({ rows }) => rows),
      isWriting,
    );
    for (const [nth, { id, chart }] of open.entries()) {
      const line = lines[nth] ?? null;
      if (line !== null) {
        inText.set(index, (inText.get(index) ?? new Map<number, AnswerChart>()).set(line, chart));
        atStep.delete(id);
      }
    }
  }
  if (isWriting && !parts.some((part) => part.type === "text" && hasList(part.text))) {
    // The list is about to be written. The chart waits for it, so that it does not move.
    for (const [id, { listed }] of atStep) {
      if (listed) {
        atStep.delete(id);
      }
    }
  }
  return { atStep, inText };
}
