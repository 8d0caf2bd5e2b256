import type { MedusaContainer } from "@medusajs/framework/types"
import { problemIn } from "../../domain/errors"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { cleanUpTest } from "./clean-up"

/** After this time the next test run may start, even if the cleanup still fails. */
const GIVE_UP_AFTER_SECONDS = 1800

/**
 * Cleans up a test run whose server has died, and then ends the run. A cleanup that fails is tried again for half an
 * hour. Does nothing while the outcome of its refund is not known, which another server may be requesting.
 */
export async function endInterruptedTest(container: MedusaContainer): Promise<void> {
  const { testRuns } = container.resolve<PolicyService>(POLICY_MODULE)
  const interrupted = await testRuns.dead()
  if (!interrupted) return
  const isLast = await testRuns.dead(GIVE_UP_AFTER_SECONDS)
  if (isLast) await testRuns.expire(interrupted)
  try {
    await cleanUpTest(container, interrupted.started_by)
  } catch (error) {
    if (problemIn(error)?.code === "earlier_call_open") return
    throw error
  }
  await testRuns.expire(interrupted)
}
