import { z } from "@medusajs/framework/zod"
import { CATALOG_MODULE } from "../../../modules/catalog"
import { CHUNK } from "../../../modules/catalog/feed"
import type CatalogService from "../../../modules/catalog/service"
import { operation } from "../../../gateway/operation"
import { json, reply } from "../../../gateway/reply"
import { isKnown } from "../../../gateway/document"
import { envelopeOf } from "../negotiation/agreement"
import { feedTag } from "./product-feed"
import { MARKET_PARAMETERS } from "../../../gateway/market-parameters"
import { marketOf } from "../../../queries/catalog/buyer-market"

/** How old the feed can be: changes with an event show within seconds, all others within five minutes. */
const MAX_AGE_SECONDS = 300

const ManifestParameters = z.strictObject(MARKET_PARAMETERS)
type ManifestParameters = z.infer<typeof ManifestParameters>

/** `GET /products/feed/manifest`: the chunks of the feed, each with its URL, product count and ETag. */
export const feedManifest = operation({
  access: "dev.ucp.shopping.catalog.lookup:read",
  input: ManifestParameters,
  async run(location: ManifestParameters, call) {
    const ucp = envelopeOf(call, "dev.ucp.shopping.catalog.lookup")
    const market = await marketOf(location, call.container)
    const { feed } = call.container.resolve<CatalogService>(CATALOG_MODULE)
    const chunks = await feed.chunks(market)
    const headers = { ETag: feedTag(chunks, market, ucp), "Cache-Control": "private, no-cache" }
    if (isKnown(headers.ETag, call)) return reply(304, headers)
    const query = new URLSearchParams({ ...location })
    const manifest = {
      ucp,
      generated_at: new Date().toISOString(),
      currency: market.currency,
      total_products: chunks.reduce((sum, { count }) => sum + count, 0),
      chunk_size: CHUNK,
      max_age: MAX_AGE_SECONDS,
      updated_at:
        chunks
          .map(({ changed_at }) => changed_at)
          .sort()
          .at(-1) ?? null,
      chunks: chunks.map((chunk) => {
        query.set("chunk", String(chunk.index))
        const url = `${call.base_url}/gw-ucp/v1/products/feed.json?${query}`
        const { index, count, changed_at: updated_at } = chunk
        return { index, url, count, etag: feedTag([chunk], market, ucp), updated_at }
      }),
    }
    return json(manifest, 200, headers)
  },
})
