import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** By name, backwards: the order is the same on every machine, and the long files of `worlds` start first. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => b.moduleId.localeCompare(a.moduleId))
  }
}

/** Failure messages contain whole values, because the last lines of CI show only the messages. */
const WHOLE_VALUES = { chaiConfig: { truncateThreshold: 0 } } as const

/** The processes that a file tests are its own while it runs. */
const STORE_TESTS = {
  ...WHOLE_VALUES,
  pool: "forks",
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // As long as `eventually` waits.
  expect: { poll: { timeout: 100_000 } },
} as const

const CHECK_ANSWERS = "integration-tests/support/check-answers.mts"

export default defineConfig({
  test: {
    reporters: ["default", "./.ci/slowest-files.mjs"],
    globalSetup: ["integration-tests/support/world-pool.ts"],
    sequence: { sequencer: ByName },
    // Between the projects, Vitest ends the workers, and exits without a report if it does not see their end in time. The
    // default of 10 seconds is too short for this process, which copies databases on a busy machine.
    teardownTimeout: 120_000,
    // Vitest reads the pools' options here only, not in the projects. The workers keep their modules from file to file:
    // loading those of the store's tests again costs two CPU seconds for each file, and doubles the time of the unit tests.
    poolOptions: {
      threads: { minThreads: 1, maxThreads: 1, isolate: false },
      // A store and its test take turns, so one more of them than there are cores keeps two cores busy; each further
      // one makes all of them use more CPU time.
      forks: { minForks: 3, maxForks: 3, isolate: false },
    },
    projects: [
      {
        test: {
          ...WHOLE_VALUES,
          name: "unit",
          // Another pool than that of the other tests, so that neither waits for the other.
          pool: "threads",
          testTimeout: 60_000,
          include: [
            "{src,demo,docs,mutants,chaos,.ci}/**/*.unit.spec.ts",
            "integration-tests/{lint,drivers,migrations,support}/**/*.spec.ts",
            "stripe-double/**/*.spec.ts",
          ],
        },
      },
      {
        test: {
          ...STORE_TESTS,
          name: "http",
          include: ["integration-tests/http/**/*.spec.ts"],
          setupFiles: ["integration-tests/support/default-world.mts", CHECK_ANSWERS],
        },
      },
      {
        test: {
          ...STORE_TESTS,
          name: "worlds",
          // Files whose stores are stopped, killed or configured otherwise, or whose bank misbehaves.
          include: ["integration-tests/worlds/**/*.spec.ts"],
          setupFiles: [CHECK_ANSWERS],
        },
      },
    ],
  },
})
