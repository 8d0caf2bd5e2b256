import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    name: "browser",
    include: ["integration-tests/browser/**/*.spec.ts"],
    globalSetup: ["integration-tests/support/browser-setup.ts"],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Vitest's one second is too short for a page on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // Failure messages contain whole values, because the last lines of CI show only the messages.
    chaiConfig: { truncateThreshold: 0 },
  },
})
