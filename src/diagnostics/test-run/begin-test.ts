import type { MedusaContainer } from "@medusajs/framework/types"
import type { TestRun } from "../../modules/policy/models/test-run"
import { logOf } from "../../lib/log"
import { endInterruptedTest } from "../../workflows/test-run/end-interrupted-test"
import { policyOf } from "../../gateway/admission"
import { runTest } from "./run-test"

/**
 * Starts a test run in the background; undefined while another one runs. First cleans up a run whose server has died.
 */
export async function beginTest(container: MedusaContainer, by: string): Promise<TestRun | undefined> {
  // Without the bank the cleanup fails; the job tries it again.
  await endInterruptedTest(container).catch((error: Error) =>
    logOf(container).warn(`test run: ${error.message}`)
  )
  const run = await policyOf({ container }).testRuns.begin(by)
  if (run) void runTest(container, run)
  return run
}
