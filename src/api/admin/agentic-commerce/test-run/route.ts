import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { TestRun } from "../../../../modules/policy/models/test-run"
import { beginTest } from "../../../../surfaces/test-run/begin-test"
import { notAllowed, policyOf, staffOf } from "../modules"

const WHERE = "A test needs the option debug, and a store that does not run in production."
const RUNNING = "A test is running already: wait until it is over."

/** Whether the store can be tested here, and how the newest test stands; null before the first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { admissions, testRuns } = policyOf(req)
  const run = await testRuns.find()
  res.json({ possible: admissions.isSandboxPossible(), test_run: run ? viewOf(run) : null })
}

/** Begins a test of the store, which goes on behind the answer. One at a time. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  if (!policyOf(req).admissions.isSandboxPossible()) throw notAllowed(WHERE)
  const run = await beginTest(req.scope, staffOf(req))
  if (!run) throw notAllowed(RUNNING)
  res.status(202).json({ possible: true, test_run: viewOf(run) })
}

/** Without the address of the webhook, which is the test's alone. */
function viewOf({ id, state, steps, started_by, started_at, ended_at }: TestRun): object {
  return { id, state, steps, started_by, started_at, ended_at }
}
