/** The journeys: a browser against the real binary. `SALDO_BINARY` names another one than the release build. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/*.e2e.ts"],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
