import type { MedusaContainer } from "@medusajs/framework/types"
import { pushFeed } from "../surfaces/acp/feed/push-feed"

/** Pushes changed products to the feed at an agent that the merchant has configured. */
export default async function pushFeedJob(container: MedusaContainer): Promise<void> {
  await pushFeed(container)
}

export const config = { name: "gw-push-feed", schedule: "* * * * *" }
