import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"
import { sweepChanges } from "../webhooks/order-changes"

/** Finds changes of agents' orders for which the store emitted no event. */
export default async function sweepOrders(container: MedusaContainer): Promise<void> {
  const { ucp_enabled, acp_enabled } = await container.resolve<PolicyService>(POLICY_MODULE).settings()
  if (ucp_enabled || acp_enabled) await sweepChanges(container)
}

export const config = { name: "gw-sweep-orders", schedule: "*/5 * * * *" }
