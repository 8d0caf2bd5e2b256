import type { MedusaContainer } from "@medusajs/framework/types"
import { deliverWebhooks } from "../surfaces/ucp/webhook/deliver"

/** Tells clients of their orders at the addresses they have named. */
export default async function deliverWebhooksJob(container: MedusaContainer): Promise<void> {
  await deliverWebhooks(container)
}

export const config = { name: "gw-deliver-webhooks", schedule: "* * * * * *" }
