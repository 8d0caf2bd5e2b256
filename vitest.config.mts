import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** By name, so that files which share a store meet it in the same order on every machine. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => a.moduleId.localeCompare(b.moduleId))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: ByName },
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "{src,demo,docs}/**/*.unit.spec.ts",
            "integration-tests/{lint,drivers,support}/**/*.spec.ts",
          ],
        },
      },
      {
        test: {
          name: "http",
          include: ["integration-tests/http/**/*.spec.ts"],
          globalSetup: ["integration-tests/support/global-setup.ts"],
          // One store for all files: they run one after another.
          poolOptions: { forks: { singleFork: true } },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "worlds",
          include: ["integration-tests/worlds/**/*.spec.ts"],
          // Each file has a store of its own, which it stops and kills. Another pool runs beside the other projects'.
          pool: "threads",
          poolOptions: { threads: { singleThread: true } },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
