import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"

/** Deletes audit entries whose retention period is over, and the counts of past days of callers without a token. */
export default async function purgeAudit(container: MedusaContainer): Promise<void> {
  await container.resolve<PolicyService>(POLICY_MODULE).purge()
}

export const config = { name: "gw-purge-audit", schedule: "37 * * * *" }
