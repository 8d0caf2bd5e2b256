import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"
import { isIndexed } from "../catalog/is-indexed"
import { numberMissed } from "../catalog/number-products"
import { sweepCatalog } from "../catalog/refresh-index"
import { refreshSoon } from "../catalog/refresh-soon"

/**
 * Keeps the catalog index up to date while UCP or the product feed of ACP is enabled: finds changes without an event,
 * and continues after a crash. It also runs while all agents are stopped, so that the index is current when they are
 * admitted again. If only ACP without its feed is enabled, it assigns product numbers only.
 */
export default async function refreshCatalogJob(container: MedusaContainer): Promise<void> {
  const settings = await container.resolve<PolicyService>(POLICY_MODULE).chosenSettings()
  if (!isIndexed(settings)) return settings.acp_enabled ? numberMissed(container) : undefined
  await sweepCatalog(container)
  refreshSoon(container)
}

export const config = { name: "gw-refresh-catalog", schedule: "*/2 * * * * *" }
