import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { exposedChannels } from "./markets"

/** The sales channels whose products agents see. */
export async function shownChannels(container: MedusaContainer): Promise<readonly string[]> {
  const { ucp_sales_channels } = await container.resolve<PolicyService>(POLICY_MODULE).settings()
  return exposedChannels(container, ucp_sales_channels)
}
