/**
 * The browser tests. They run against the release binary, or the one named by `SALDO_BINARY`.
 *
 * `--mode shots` takes a screenshot of every page instead. `--mode measure` prints the longest
 * task of the main thread while 100,000 transactions are scrolled. The goal is less than 100
 * ms, but no test asserts a time. `--mode layout` prints the layout shift and the largest paint
 * of every page.
 */
import { defineConfig } from "vitest/config";

const INCLUDE: Record<string, string> = { shots: "e2e/shots.ts", measure: "e2e/long-list.ts", layout: "e2e/layout.ts" };

export default defineConfig(({ mode }) => ({
  test: {
    include: [INCLUDE[mode] ?? "e2e/*.e2e.ts"],
    // Each file starts its own server and browser. Two files keep two cores busy; more
    // would only wait for each other.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Tests wait for conditions, however long a slow machine takes.
    expect: { poll: { timeout: 30_000 } },
  },
}));
