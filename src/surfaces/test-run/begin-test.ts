import type { MedusaContainer } from "@medusajs/framework/types"
import type { TestRun } from "../../modules/policy/models/test-run"
import { logOf } from "../../log"
import { endDeadTest } from "../../workflows/test-run/end-dead"
import { policyOf } from "../admission"
import { runTest } from "./run-test"

/** Begins a test, which goes on behind the answer; undefined while another runs. One that has died is ended before. */
export async function beginTest(container: MedusaContainer, by: string): Promise<TestRun | undefined> {
  // Whose bank is away cannot be cleaned up now: the job tries it again.
  await endDeadTest(container).catch((error: Error) => logOf(container).warn(`test run: ${error.message}`))
  const run = await policyOf({ container }).testRuns.begin(by)
  if (run) void runTest(container, run)
  return run
}
