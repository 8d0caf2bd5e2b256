import { digest } from "../../../domain/secrets"
import { isKnown } from "../../../gateway/document"
import { operation } from "../../../gateway/operation"
import { reply } from "../../../gateway/reply"
import { acceptsGzip, begun, streamed } from "../../../gateway/streamed-text"
import type { FeedEntry } from "../../../modules/catalog/feed"
import type { IndexedOffer } from "../../../modules/catalog/models/entry"
import { feedProduct } from "./feed-product"
import { ACCESS, FeedMarket, openFeed } from "./feed-request"
import { sellerOf } from "./feed-seller"

/**
 * `GET /feed/products.jsonl` (ACP: Product feeds, full replacement): one product per line, all that agents can buy in
 * the market, compressed when the client accepts gzip. A request with the current ETag in `If-None-Match` gets 304.
 * Throws `not_found` while the feed is off, and `invalid_params` for a market without a region.
 */
export const feedProducts = operation({
  access: ACCESS,
  input: FeedMarket,
  async run(location: FeedMarket, call) {
    const { feed, region_id } = await openFeed(location, call)
    const seller = await sellerOf(call.container)
    const is_gzip = acceptsGzip(call.headers)
    const headers = headersOf(
      digest(JSON.stringify([await feed.chunks({ region_id }), region_id, seller])),
      is_gzip
    )
    if (isKnown(headers.ETag, call)) return reply(304, headers)
    // The products are read after the ETag is computed: a product that changes in between is fetched again next time.
    return streamed(lines(await begun(feed.pages({ region_id })), seller), headers, is_gzip)
  },
})

function headersOf(tag: string, is_gzip: boolean) {
  return {
    ETag: `W/"${tag}"`,
    "Content-Type": "application/jsonl; charset=utf-8",
    "Cache-Control": "private, no-cache, no-transform",
    Vary: "Accept-Encoding",
    ...(is_gzip && { "Content-Encoding": "gzip" }),
  }
}

async function* lines(pages: AsyncIterable<FeedEntry[]>, seller: object): AsyncGenerator<string> {
  for await (const page of pages) {
    const sold = page.filter((one): one is IndexedOffer => one.document !== null)
    yield sold.map((one) => `${JSON.stringify(feedProduct(one, seller))}\n`).join("")
  }
}
