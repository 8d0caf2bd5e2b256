import { randomUUID } from "node:crypto"
import { expect } from "vitest"
import { eventually } from "./agent"
import { adminFetch, adminGet, adminPost } from "./merchant"
import { mintTokens } from "./mint-tokens"
import { registerClient, switchSurfaces } from "./oauth-client"
import { callUcp, ucpToken } from "./ucp"
import { own } from "./ucp-schemas"
import { world } from "./world"

/** A product in the gateway's own catalog routes. */
export interface NumberedProduct {
  readonly id: number
  readonly medusa_id: string
  readonly prices_include_tax: boolean
  readonly handle?: string | undefined
  readonly title: string
  readonly price_range: {
    readonly min: { amount: number; currency: string }
    readonly max: { amount: number }
  }
  readonly variants: readonly {
    readonly id: string
    readonly sku?: string | undefined
    readonly price: { readonly amount: number; readonly currency: string }
    readonly availability: { readonly available: boolean; readonly status: string }
  }[]
}

export interface CatalogPage {
  readonly products: NumberedProduct[]
  readonly pagination: { has_next_page: boolean; cursor?: string | undefined }
}

/** A platform that may read the catalog. */
export class CatalogReader {
  private constructor(readonly token: string) {}

  static async withAllScopes(): Promise<CatalogReader> {
    return new CatalogReader(await ucpToken())
  }

  /** A platform with the consent of staff, not of a customer. */
  static async ofStaff(): Promise<CatalogReader> {
    const client = await registerClient({ client_type: "ucp_agent" })
    return new CatalogReader((await mintTokens(client, "admin")).access_token)
  }

  async get(path: string, headers: Record<string, string> = {}) {
    return callUcp(`/gw-ucp/v1${path}`, this.token, { headers })
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}) {
    return callUcp(`/gw-ucp/v1${path}`, this.token, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    })
  }

  /** A page of products; fails on an error. */
  async page(path: string): Promise<CatalogPage> {
    const { status, body } = await this.get(path)
    expect([status, body]).toEqual([200, body])
    const { list, search } = own("2026-04-08")
    return (path.startsWith("/products") ? list : search).parse(body)
  }

  async titles(path: string): Promise<string[]> {
    return (await this.page(path)).products.map(({ title }) => title)
  }

  /** The product with its euro prices, or undefined when the catalog does not have it. */
  async found(id: string): Promise<NumberedProduct | undefined> {
    const { status, body } = await this.get(`/catalog/${id}?currency=EUR`)
    return status === 200 ? own("2026-04-08").item.parse(body).product : undefined
  }

  /** Creates a product and waits until its event has put it into the catalog. */
  async listed(product: object): Promise<NumberedProduct> {
    const { id } = await makeProduct(product)
    return eventually(() => this.found(id))
  }

  /** Waits until the catalog contains the whole demo shop. */
  async ready(): Promise<void> {
    await eventually(async () =>
      (await this.page("/products?limit=100")).products.length >= 12 ? true : undefined
    )
  }
}

/** A product in Medusa's own store API. */
export interface StoreProduct {
  readonly id: string
  readonly handle: string
  readonly variants: readonly {
    readonly id: string
    readonly manage_inventory: boolean
    readonly inventory_quantity: number
    /** Null without a price in the region. */
    readonly calculated_price: { readonly calculated_amount: number } | null
  }[]
}

/** Every product as a storefront sees it in a region. */
export async function storeProducts(region_id: string | undefined): Promise<StoreProduct[]> {
  const fields = "*variants,*variants.calculated_price,+variants.inventory_quantity"
  const response = await fetch(
    `${world().base_url}/store/products?limit=100&region_id=${region_id}&fields=${fields}`,
    { headers: { "x-publishable-api-key": world().shop.publishable_key } }
  )
  return ((await response.json()) as { products: StoreProduct[] }).products
}

/** Switches the surface on, and waits until the catalog contains the whole demo shop. */
export async function openCatalog(): Promise<CatalogReader> {
  await switchSurfaces({ ucp_enabled: true })
  const reader = await CatalogReader.withAllScopes()
  await reader.ready()
  return reader
}

/** Deletes the created products and switches the surface off. */
export async function closeCatalog(): Promise<void> {
  await deleteMade()
  await switchSurfaces({ ucp_enabled: false })
}

const made: string[] = []

/** Creates a product in the admin. Its title may repeat. */
export async function makeProduct(product: object): Promise<{ id: string; variants: { id: string }[] }> {
  const response = await adminPost("/admin/products", {
    status: "published",
    handle: randomUUID(),
    sales_channels: [{ id: world().shop.sales_channel_id }],
    shipping_profile_id: await shippingProfile(),
    options: [{ title: "Size", values: ["One"] }],
    ...product,
  })
  const body = (await response.json()) as { product: { id: string; variants: { id: string }[] } }
  expect([response.status, body]).toEqual([200, body])
  made.push(body.product.id)
  return body.product
}

/** The shipping profile of deliverable products. */
async function shippingProfile(): Promise<string | undefined> {
  const { shipping_profiles } = await adminGet<{ shipping_profiles: { id: string }[] }>(
    "/admin/shipping-profiles"
  )
  return shipping_profiles[0]?.id
}

/** Deletes the products created since the last call. */
async function deleteMade(): Promise<void> {
  for (const id of made.splice(0)) await deleteProduct(id)
}

export async function deleteProduct(id: string): Promise<void> {
  await adminFetch(`/admin/products/${id}`, { method: "DELETE" })
}

/** A variant without inventory management, with prices in major units. */
export function variant(eur: number, ron = eur * 5, more: object = {}): object {
  const prices = [
    { amount: eur, currency_code: "eur" },
    { amount: ron, currency_code: "ron" },
  ]
  return { title: "One", options: { Size: "One" }, manage_inventory: false, prices, ...more }
}
