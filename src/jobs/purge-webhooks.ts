import type { MedusaContainer } from "@medusajs/framework/types"
import { WEBHOOK_MODULE } from "../modules/webhook"
import type WebhookService from "../modules/webhook/service"

/** Deletes webhook deliveries and events whose retention period is over. */
export default async function purgeWebhooks(container: MedusaContainer): Promise<void> {
  await container.resolve<WebhookService>(WEBHOOK_MODULE).purge()
}

export const config = { name: "gw-purge-webhooks", schedule: "27 * * * *" }
