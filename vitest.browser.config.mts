import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    name: "browser",
    include: ["integration-tests/browser/**/*.spec.ts"],
    globalSetup: ["integration-tests/support/browser-setup.ts", "integration-tests/support/world-pool.ts"],
    setupFiles: [
      "integration-tests/support/browser-world.mts",
      "integration-tests/support/check-answers.mts",
    ],
    pool: "forks",
    isolate: false,
    // A browser and its store take turns, so two of each keep both cores busy.
    poolOptions: { forks: { minForks: 2, maxForks: 2 } },
    testTimeout: 600_000,
    hookTimeout: 300_000,
    // Vitest's one second is too short for a page on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // Failure messages contain whole values, because the last lines of CI show only the messages.
    chaiConfig: { truncateThreshold: 0 },
  },
})
