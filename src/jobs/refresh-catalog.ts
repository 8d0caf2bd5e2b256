import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"
import { numberMissed } from "../surfaces/ucp/catalog/number-products"
import { sweepCatalog } from "../surfaces/ucp/catalog/refresh"
import { refreshSoon } from "../surfaces/ucp/catalog/refresh-soon"

/**
 * Keeps the catalog as the store is, as long as agents may see it: what no event told of, and what a crash has left. Also
 * while all agents are stopped, so that it is right when they come back. Who buys by ACP alone needs the numbers of it only.
 */
export default async function refreshCatalogJob(container: MedusaContainer): Promise<void> {
  const settings = await container.resolve<PolicyService>(POLICY_MODULE).chosenSettings()
  if (!settings.ucp_enabled) return settings.acp_enabled ? numberMissed(container) : undefined
  await sweepCatalog(container)
  refreshSoon(container)
}

export const config = { name: "gw-refresh-catalog", schedule: "*/2 * * * * *" }
