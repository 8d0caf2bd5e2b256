import type { MedusaContainer } from "@medusajs/framework/types"
import { digest } from "../../../domain/secrets"
import { policyOf } from "../../../gateway/admission"
import { CATALOG_MODULE } from "../../../modules/catalog"
import type { FeedEntry } from "../../../modules/catalog/feed"
import type { PushedChunk } from "../../../modules/catalog/pushes"
import type CatalogService from "../../../modules/catalog/service"
import type { IndexedOffer } from "../../../modules/catalog/models/entry"
import type { GatewayOptions } from "../../../options"
import { post, type Receipt } from "../../../outbound/post"
import { marketOf } from "../../../queries/catalog/buyer-market"
import { VERSION } from "../acp-versions"
import { feedProduct } from "./feed-product"
import { sellerOf } from "./feed-seller"

type Target = NonNullable<GatewayOptions["acp_feed_push"]>

/** All products of a chunk, also those that are no longer sold. */
const EVER = new Date(0).toISOString()

/** How long a chunk that the agent did not accept is not pushed again. */
const PAUSE_SECONDS = 300

/**
 * Pushes the chunks of the feed that have changed to the agent's feed (ACP: Product feeds, upsert). Does nothing while
 * ACP or its feed is off, or no target is configured. Safe on any number of instances and after a crash: a chunk counts
 * as pushed only when the agent has accepted all of it. Returns when all are pushed or refused.
 */
export async function pushFeed(container: MedusaContainer): Promise<void> {
  const target = await targetIn(container)
  if (!target) return
  const { region_id } = await marketOf({ country: target.country }, container)
  const { feed } = container.resolve<CatalogService>(CATALOG_MODULE)
  const seller = await sellerOf(container)
  for (const { index, revision } of await feed.chunks({ region_id })) {
    const name = { feed: `${target.url} ${region_id}`, chunk: index }
    const chunk = { ...name, revision: digest(JSON.stringify([revision, seller])) }
    await pushChunk({ chunk, region_id, seller, target }, container)
  }
}

async function targetIn(container: MedusaContainer): Promise<Target | undefined> {
  const policy = policyOf({ container })
  if (!policy.options.acp_feed_push) return undefined
  const { acp_enabled, acp_feed_enabled } = await policy.settings()
  return acp_enabled && acp_feed_enabled ? policy.options.acp_feed_push : undefined
}

interface Push {
  readonly chunk: PushedChunk
  readonly region_id: string
  readonly seller: object
  readonly target: Target
}

/** The revision is read before the products: a product that changes in between is pushed again next time. */
async function pushChunk(
  { chunk, region_id, seller, target }: Push,
  container: MedusaContainer
): Promise<void> {
  const { feed, pushes } = container.resolve<CatalogService>(CATALOG_MODULE)
  if (!(await pushes.claim(chunk))) return
  const query = { region_id, chunk: chunk.chunk, updated_since: EVER }
  for await (const page of feed.pages(query)) {
    const receipt = await send(page, seller, target, container)
    if (!receipt.ok)
      return pushes.fail(chunk, receipt.error, Math.max(PAUSE_SECONDS, receipt.retry_after_seconds ?? 0))
  }
  await pushes.finish(chunk)
}

function send(
  page: readonly FeedEntry[],
  seller: object,
  { url, token }: Target,
  container: MedusaContainer
): Promise<Receipt> {
  const headers = {
    "content-type": "application/json",
    "user-agent": "gw-feed/1",
    authorization: `Bearer ${token}`,
    "api-version": VERSION,
  }
  const body = JSON.stringify({ products: page.map((one) => pushedProduct(one, seller)) })
  const message = { url: `${url}/products`, method: "PATCH" as const, headers, body }
  return post(message, policyOf({ container }).options.allow_private_networks)
}

/** A product that is no longer sold has no variants, because an upsert cannot remove it. */
const pushedProduct = (one: FeedEntry, seller: object): object =>
  one.document === null ? { id: one.product_id, variants: [] } : feedProduct(one as IndexedOffer, seller)
