/**
 * The categories that an answer may name. Apart from `answer-words.ts`, which is loaded before the AI SDK.
 */
import { type UIMessage, getToolName, isToolUIPart } from "ai";
import { DEFAULT_NAMES } from "./category-name.ts";

/** Returns the default categories that an answer may name: those in the results of its tools. */
export function categoriesIn({ parts }: UIMessage): string[] {
  const found = new Set<unknown>();
  for (const part of parts) {
    if (isToolUIPart(part) && part.state === "output-available") {
      const { names, rows, query } = fields(part.output);
      const by = fields(query)["groupBy"] ?? (getToolName(part) === "query" ? null : fields(part.input)["by"]);
      if (by === "category" || by === "category_group") {
        (Array.isArray(rows) ? rows : []).forEach((row) => found.add(fields(row)["group"]));
      }
      collect(part.output, fields(names), found);
    }
  }
  return DEFAULT_NAMES.filter((name) => found.has(name));
}

/** Adds each category of a result: its name, or the name of its id. */
function collect(value: unknown, names: Record<string, unknown>, found: Set<unknown>): void {
  for (const [key, held] of Object.entries(fields(value))) {
    if (key === "category") {
      found.add(held);
    } else if (key === "categories" && Array.isArray(held)) {
      held.forEach((id) => found.add(names[String(id)]));
    } else {
      collect(held, names, found);
    }
  }
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
