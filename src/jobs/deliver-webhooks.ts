import type { MedusaContainer } from "@medusajs/framework/types"
import { deliverWebhooks } from "../webhooks/deliver-webhooks"

/** Delivers webhooks to clients. */
export default async function deliverWebhooksJob(container: MedusaContainer): Promise<void> {
  await deliverWebhooks(container)
}

export const config = { name: "gw-deliver-webhooks", schedule: "* * * * * *" }
