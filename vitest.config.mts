import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** By name, so that files which share a store meet it in the same order on every machine. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => a.moduleId.localeCompare(b.moduleId))
  }
}

const TEMPLATE = "integration-tests/support/template-setup.ts"

export default defineConfig({
  test: {
    sequence: { sequencer: ByName },
    // Stores mostly wait: for the bank, for a lease to end, for the next round of a job.
    poolOptions: { threads: { minThreads: 3, maxThreads: 3 } },
    projects: [
      {
        test: {
          name: "unit",
          // Forks would keep the http tests waiting until the last of these is done.
          pool: "threads",
          testTimeout: 60_000,
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
          globalSetup: [TEMPLATE, "integration-tests/support/global-setup.ts"],
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
          globalSetup: [TEMPLATE],
          // Each file has a store of its own, to stop and kill or to set up otherwise, or a bank of its own, which
          // misbehaves. Another pool runs beside the other projects'.
          pool: "threads",
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
