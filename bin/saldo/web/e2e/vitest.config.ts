/**
 * The journeys: a browser against the real binary. `SALDO_BINARY` names another one than the release build. With
 * `--mode shots` it makes a picture of every page instead; with `--mode measure` it prints how long the longest task of the main
 * thread is while a hundred thousand entries are scrolled (under 100 ms is the goal; no test asserts a time).
 */
import { defineConfig } from "vitest/config";

const INCLUDE: Record<string, string> = { shots: "e2e/shots.ts", measure: "e2e/long-list.ts" };

export default defineConfig(({ mode }) => ({
  test: {
    include: [INCLUDE[mode] ?? "e2e/*.e2e.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
}));
