import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { cleanUpTest } from "./clean-up"

/** After so long the next test may begin, whatever the bank says of the last one's payment. */
const GIVEN_UP_SECONDS = 1800

/**
 * Takes back what a test has left whose server has died, and then ends it: when that fails it is tried again, for half an
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
