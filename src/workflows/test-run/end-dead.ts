import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { cleanUpTest } from "./clean-up"

/** After this time the next test run may start, even if the cleanup still fails. */
const GIVEN_UP_SECONDS = 1800

/**
 * Cleans up a test run whose server has died, and then ends the run. A cleanup that fails is tried again for half an
 * hour.
 */
export async function endDeadTest(container: MedusaContainer): Promise<void> {
  const { testRuns } = container.resolve<PolicyService>(POLICY_MODULE)
  const dead = await testRuns.dead()
  if (!dead) return
  const isLast = await testRuns.dead(GIVEN_UP_SECONDS)
  if (isLast) await testRuns.expire(dead)
  await cleanUpTest(container, dead.started_by)
  await testRuns.expire(dead)
}
