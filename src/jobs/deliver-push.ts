import type { MedusaContainer } from "@medusajs/framework/types"
import { deliverPush } from "../surfaces/a2a/dialects/push"

/** Sends push notifications about tasks to clients. */
export default async function deliverPushNotifications(container: MedusaContainer): Promise<void> {
  await deliverPush(container)
}

export const config = { name: "gw-deliver-push", schedule: "*/2 * * * * *" }
