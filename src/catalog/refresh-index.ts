import type { MedusaContainer } from "@medusajs/framework/types"
import { digest } from "../domain/secrets"
import { logOf } from "../lib/log"
import { CATALOG_MODULE } from "../modules/catalog"
import type CatalogService from "../modules/catalog/service"
import type { Stale } from "../modules/catalog/stale"
import { markets } from "../queries/catalog/markets"
import { INDEXED, MISSED } from "../queries/catalog/missed-products"
import { pricesOf } from "../queries/catalog/prices"
import { surroundings } from "../queries/catalog/store-settings"
import { entryOf } from "./index-entry"
import { shownChannels } from "../queries/catalog/shown-channels"
import { productsNow } from "./read-products"

/** How many products are read together: enough to share queries, few enough that other work runs in between. */
const BATCH_SIZE = 100

/** Receives the number of products that were read. */
export type Progress = (read: number) => void

/**
 * Reads every product marked as changed, and writes its current state to the index. A product that cannot be read is
 * logged and retried later, and does not delay the others.
 */
export async function refreshCatalog(container: MedusaContainer, progress?: Progress): Promise<void> {
  const { stale } = container.resolve<CatalogService>(CATALOG_MODULE)
  for (let leased = await stale.lease(BATCH_SIZE); leased.length; leased = await stale.lease(BATCH_SIZE)) {
    await readAll(container, leased)
    progress?.(leased.length)
  }
}

async function readAll(container: MedusaContainer, leased: readonly Stale[]): Promise<void> {
  try {
    await indexProducts(container, leased)
  } catch (error) {
    if (leased.length > 1) for (const one of leased) await readAll(container, [one])
    else logFailure(container, leased, error as Error)
  }
}

function logFailure(container: MedusaContainer, leased: readonly Stale[], { message }: Error): void {
  logOf(container).error(`product ${leased[0]?.product_id} could not be indexed: ${message}`)
}

/** Writes the current products to the index, and removes those that are no longer on sale. */
async function indexProducts(container: MedusaContainer, leased: readonly Stale[]): Promise<void> {
  const { entries, options } = container.resolve<CatalogService>(CATALOG_MODULE)
  const read_at = await entries.now()
  const { products, variants, stock } = await productsNow(
    container,
    leased.map(({ product_id }) => product_id)
  )
  const priced = await Promise.all(
    (await markets(container)).map(async (market) => ({
      market,
      prices: await pricesOf(container, variants, market),
    }))
  )
  const indexed = products.map((product) => entryOf(product, priced, stock, options))
  await entries.put(indexed, leased, read_at)
}

/** Marks products that changed without an event. Does nothing until the next sweep is due. */
export async function sweepCatalog(container: MedusaContainer): Promise<void> {
  const { sweeps, stale } = container.resolve<CatalogService>(CATALOG_MODULE)
  if (!(await sweeps.begin())) return
  const channels = [...(await shownChannels(container))]
  for (const query of Object.values(MISSED)) await stale.markFound(query, { channels })
  const now = await surroundingsOf(container)
  if (!(await sweeps.differ(now))) return
  await stale.markFound(INDEXED, {})
  // Stored only after the products are marked: a crash in between would otherwise lose the change.
  await sweeps.remember(now)
}

/** Digest of everything that affects all entries: the store's regions and tax display, and the plugin's options. */
async function surroundingsOf(container: MedusaContainer): Promise<string> {
  const { options } = container.resolve<CatalogService>(CATALOG_MODULE)
  const { base_url, product_url, catalog_languages, catalog_metadata } = options
  const parts = [await surroundings(container), base_url, product_url, catalog_languages, catalog_metadata]
  return digest(JSON.stringify(parts))
}
