import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,demo,docs}/**/*.unit.spec.ts", "integration-tests/{lint,drivers}/**/*.spec.ts"],
        },
      },
      {
        test: {
          name: "http",
          include: ["integration-tests/http/**/*.spec.ts"],
          globalSetup: ["integration-tests/support/global-setup.ts"],
          // One store for all files: they run one after another.
          poolOptions: { forks: { singleFork: true } },
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
