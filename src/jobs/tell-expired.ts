import type { MedusaContainer } from "@medusajs/framework/types"
import { tellExpired } from "../workflows/webhook/tell-expired"

/** Finds agents' checkouts that have run out. */
export default async function tellExpiredCheckouts(container: MedusaContainer): Promise<void> {
  await tellExpired(container)
}

export const config = { name: "gw-tell-expired", schedule: "* * * * *" }
