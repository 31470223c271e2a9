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
    // Each file has a server and a browser of its own; two keep two cores busy, and more would only wait for each other.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Conditions are waited for; how long a machine takes is no matter of a journey.
    expect: { poll: { timeout: 30_000 } },
  },
}));
