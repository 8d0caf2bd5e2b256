import type { MedusaContainer } from "@medusajs/framework/types"
import { notifyMerchant } from "../workflows/alert/notify-merchant"
import { watchConditions } from "../workflows/alert/watch-conditions"

/** Checks the alert conditions and notifies the merchant of new ones, once each. Safe on any number of instances. */
export default async function notifyMerchantJob(container: MedusaContainer): Promise<void> {
  await watchConditions(container)
  await notifyMerchant(container)
}

export const config = { name: "gw-notify-merchant", schedule: "*/10 * * * * *" }
