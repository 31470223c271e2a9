/**
 * The journeys: a browser against the real binary. `SALDO_BINARY` names another one than the release build. With
 * `--mode shots` it makes a picture of every page instead.
 */
import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === "shots" ? ["e2e/shots.ts"] : ["e2e/*.e2e.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
}));
