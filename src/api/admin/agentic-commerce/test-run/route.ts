import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { TestRun } from "../../../../modules/policy/models/test-run"
import { beginTest } from "../../../../diagnostics/test-run/begin-test"
import { notAllowed, policyOf, staffOf } from "../modules"

const NOT_POSSIBLE =
  "A test run requires the plugin option debug and a store that does not run in production."
const ALREADY_RUNNING = "A test is already running. Wait until it has ended."

/** Whether a test run is possible in this store, and the newest run; null before the first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { admissions, testRuns } = policyOf(req)
  const run = await testRuns.find()
  res.json({ possible: admissions.isSandboxPossible(), test_run: run ? viewOf(run) : null })
}

/** Starts a test run in the background. Only one can run at a time. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  if (!policyOf(req).admissions.isSandboxPossible()) throw notAllowed(NOT_POSSIBLE)
  const run = await beginTest(req.scope, staffOf(req))
  if (!run) throw notAllowed(ALREADY_RUNNING)
  res.status(202).json({ possible: true, test_run: viewOf(run) })
}

/** Without the webhook's nonce, which only the run itself may know. */
function viewOf({ id, state, steps, started_by, started_at, ended_at }: TestRun): object {
  return { id, state, steps, started_by, started_at, ended_at }
}
