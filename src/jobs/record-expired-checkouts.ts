import type { MedusaContainer } from "@medusajs/framework/types"
import { tellExpired } from "../workflows/webhook/record-expired"

/** Records webhook events for agents' checkouts that have expired. */
export default async function tellExpiredCheckouts(container: MedusaContainer): Promise<void> {
  await tellExpired(container)
}

export const config = { name: "gw-tell-expired", schedule: "* * * * *" }
