import { storeRecord } from "../../queries/catalog/store-name"
import { policyOf } from "../admission"
import type { Call } from "../call"

/** How the store is presented to customers and agents. */
export interface StoreIdentity {
  readonly name: string
  readonly logo_url: string | undefined
  /** The color of buttons and links on the pages for customers, as `#rrggbb`; undefined for the default. */
  readonly accent_color?: string | undefined
  /** The storefront; undefined when the configuration contains no page of it. */
  readonly url: string | undefined
  /** When the store's data in Medusa was last changed. */
  readonly updated_at?: Date | undefined
}

/** The store's name in Medusa, with the configured logo, accent color and storefront. */
export async function storeIdentity(call: Call): Promise<StoreIdentity> {
  const { logo_url, accent_color, store_url, product_url, order_url } = policyOf(call).options
  const page = order_url ?? product_url
  const { name = new URL(call.base_url).host, updated_at } = await storeRecord(call.container)
  const url = store_url ?? (page && new URL(page).origin)
  return { name, logo_url, accent_color, url, updated_at }
}
