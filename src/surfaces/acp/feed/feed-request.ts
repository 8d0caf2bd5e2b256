import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { MARKET_PARAMETERS } from "../../../gateway/market-parameters"
import { CATALOG_MODULE } from "../../../modules/catalog"
import type { Feed } from "../../../modules/catalog/feed"
import type CatalogService from "../../../modules/catalog/service"
import { marketOf } from "../../../queries/catalog/buyer-market"
import { requireNewest } from "../newest-only"

/** The scope of both files of the feed. */
export const ACCESS = "acp:feed:read"

/** The market of a feed. Without parameters, it is that of the store's first region. */
export const FeedMarket = z.object(MARKET_PARAMETERS)
export type FeedMarket = z.infer<typeof FeedMarket>

/**
 * The feed of the catalog, and the region of a market in it. Throws `not_found` while the merchant has the feed switched
 * off and in a version without feeds, and `invalid_params` for a market without a region.
 */
export async function openFeed(
  location: FeedMarket,
  call: Call
): Promise<{ readonly feed: Feed; readonly region_id: string }> {
  requireNewest("the product feed", call)
  if (!(await policyOf(call).settings()).acp_feed_enabled) throw problem("not_found", {}, FEED_OFF)
  const { region_id } = await marketOf(location, call.container)
  return { feed: call.container.resolve<CatalogService>(CATALOG_MODULE).feed, region_id }
}

const FEED_OFF = "The store has its product feed switched off."
