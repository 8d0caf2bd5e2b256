import type { MedusaContainer } from "@medusajs/framework/types"
import { deliverPush } from "../surfaces/a2a/dialects/push"

/** Tells clients of their tasks at the addresses they have named. */
export default async function deliverPushNotifications(container: MedusaContainer): Promise<void> {
  await deliverPush(container)
}

export const config = { name: "gw-deliver-push", schedule: "*/2 * * * * *" }
