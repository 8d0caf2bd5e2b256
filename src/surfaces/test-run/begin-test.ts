import type { MedusaContainer } from "@medusajs/framework/types"
import type { TestRun } from "../../modules/policy/models/test-run"
import { endDeadTest } from "../../workflows/test-run/end-dead"
import { policyOf } from "../admission"
import { runTest } from "./run-test"

/** Begins a test, which goes on behind the answer; undefined while another runs. One that has died is ended before. */
export async function beginTest(container: MedusaContainer, by: string): Promise<TestRun | undefined> {
  await endDeadTest(container)
  const run = await policyOf({ container }).testRuns.begin(by)
  if (run) void runTest(container, run)
  return run
}
