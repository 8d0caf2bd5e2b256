import type { MedusaContainer } from "@medusajs/framework/types"
import { tellMerchant } from "../workflows/alert/notify-merchant"
import { watchTroubles } from "../workflows/alert/watch-conditions"

/** Checks the alert conditions and notifies the merchant of new ones, once each. Safe on any number of instances. */
export default async function tellMerchantJob(container: MedusaContainer): Promise<void> {
  await watchTroubles(container)
  await tellMerchant(container)
}

export const config = { name: "gw-tell-merchant", schedule: "*/10 * * * * *" }
