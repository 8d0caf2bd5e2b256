import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"
import { refreshCatalog, sweepCatalog } from "../surfaces/ucp/catalog/refresh"

/** Keeps the catalog as the store is, as long as agents may see it: what no event told of, and what a crash has left. */
export default async function refreshCatalogJob(container: MedusaContainer): Promise<void> {
  const { ucp_enabled } = await container.resolve<PolicyService>(POLICY_MODULE).settings()
  if (!ucp_enabled) return
  await sweepCatalog(container)
  await refreshCatalog(container)
}

export const config = { name: "gw-refresh-catalog", schedule: "*/2 * * * * *" }
