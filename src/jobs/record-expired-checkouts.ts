import type { MedusaContainer } from "@medusajs/framework/types"
import { recordExpired } from "../workflows/webhook/record-expired"

/** Records webhook events for agents' checkouts that have expired. */
export default async function recordExpiredCheckouts(container: MedusaContainer): Promise<void> {
  await recordExpired(container)
}

export const config = { name: "gw-record-expired-checkouts", schedule: "* * * * *" }
