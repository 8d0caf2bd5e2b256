import { z } from "@medusajs/framework/zod"
import { digest } from "../../../domain/secrets"
import { CATALOG_MODULE } from "../../../modules/catalog"
import type { Chunk, FeedEntry, FeedQuery } from "../../../modules/catalog/feed"
import type CatalogService from "../../../modules/catalog/service"
import type { IndexedOffer } from "../../../modules/catalog/models/entry"
import type { Call } from "../../../gateway/call"
import { isKnown } from "../../../gateway/document"
import { operation } from "../../../gateway/operation"
import { reply } from "../../../gateway/reply"
import { Time } from "../../../gateway/schemas"
import { acceptsGzip, begun, streamed } from "../../../gateway/streamed-text"
import { envelopeOf, type Envelope } from "../negotiation/agreement"
import { numbered } from "./catalog-responses"
import { MARKET_PARAMETERS } from "../../../gateway/market-parameters"
import { marketOf } from "../../../queries/catalog/buyer-market"

const FeedParameters = z.strictObject({
  chunk: z
    .string()
    .regex(/^\d{1,9}$/, "must be the index of a chunk")
    .transform(Number)
    .optional()
    .describe("One chunk of the feed's manifest"),
  updated_since: Time.optional().describe(
    "RFC 3339: only what has changed since then; what is no longer sold has deleted: true"
  ),
  ...MARKET_PARAMETERS,
})
type FeedParameters = z.infer<typeof FeedParameters>

/**
 * `GET /products/feed.json`: all products, for bulk ingestion (spec: UCP catalog and products). The response is one
 * JSON document, or one product per line when the client accepts `application/x-ndjson`, compressed when it accepts
 * gzip. A request with the current ETag in `If-None-Match` gets 304.
 */
export const productFeed = operation({
  access: "dev.ucp.shopping.catalog.lookup:read",
  input: FeedParameters,
  async run({ country, currency, ...parameters }: FeedParameters, call) {
    const ucp = envelopeOf(call, "dev.ucp.shopping.catalog.lookup")
    const { feed } = call.container.resolve<CatalogService>(CATALOG_MODULE)
    const market = await marketOf({ country, currency }, call.container)
    const query = { ...parameters, region_id: market.region_id }
    const form = formOf(call)
    const headers = headersOf(feedTag(await feed.chunks(query), query, ucp), form)
    if (isKnown(headers.ETag, call)) return reply(304, headers)
    // The products are read after the ETag is computed. A product that changes in between is sent under the old ETag,
    // so the client fetches it again next time.
    const pages = await begun(feed.pages(query))
    return streamed(form.is_lines ? lines(pages) : whole(pages, ucp, market.currency), headers, form.is_gzip)
  },
})

/** The negotiated format of a feed. */
interface Form {
  readonly is_lines: boolean
  readonly is_gzip: boolean
}

function formOf({ headers }: Call): Form {
  return {
    is_lines: (headers.accept ?? "").toLowerCase().includes("application/x-ndjson"),
    is_gzip: acceptsGzip(headers),
  }
}

/** An ETag that changes whenever one of the products does. It is weak because JSON, lines and gzip share it. */
export function feedTag(chunks: readonly Chunk[], query: FeedQuery, { version }: Envelope): string {
  const { region_id, updated_since = null } = query
  return `W/"${digest(JSON.stringify([chunks, region_id, updated_since, version]))}"`
}

function headersOf(ETag: string, { is_lines, is_gzip }: Form) {
  return {
    ETag,
    "Content-Type": is_lines ? "application/x-ndjson; charset=utf-8" : "application/json; charset=utf-8",
    "Cache-Control": "private, no-cache, no-transform",
    Vary: "Accept, Accept-Encoding",
    ...(is_gzip && { "Content-Encoding": "gzip" }),
  }
}

async function* whole(
  pages: AsyncIterable<FeedEntry[]>,
  ucp: Envelope,
  currency: string
): AsyncGenerator<string> {
  const head = { ucp, generated_at: new Date().toISOString(), currency }
  yield `${JSON.stringify(head).slice(0, -1)},"products":[`
  let separator = ""
  for await (const page of pages) {
    yield separator + page.map(line).join(",")
    separator = ","
  }
  yield "]}"
}

async function* lines(pages: AsyncIterable<FeedEntry[]>): AsyncGenerator<string> {
  for await (const page of pages) yield `${page.map(line).join("\n")}\n`
}

function line({ document, ...product }: FeedEntry): string {
  if (document !== null) return numbered({ ...product, document } as IndexedOffer)
  return JSON.stringify({ id: product.number, medusa_id: product.product_id, deleted: true })
}
