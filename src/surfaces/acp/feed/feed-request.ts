import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { MARKET_PARAMETERS } from "../../../gateway/market-parameters"
import { requireNewest } from "../newest-only"

/** The scope of both files of the feed. */
export const ACCESS = "acp:feed:read"

/** The market of a feed. Without parameters, it is that of the store's first region. */
export const FeedMarket = z.object(MARKET_PARAMETERS)
export type FeedMarket = z.infer<typeof FeedMarket>

/** Throws `not_found` while the merchant has the feed switched off, and in a version without feeds. */
export async function requireFeed(call: Call): Promise<void> {
  requireNewest("The product feed", call)
  if (!(await policyOf(call).settings()).acp_feed_enabled) throw problem("not_found", {}, FEED_OFF)
}

const FEED_OFF = "The store has its product feed switched off."
