import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { CATALOG_MODULE } from "../modules/catalog"
import type CatalogService from "../modules/catalog/service"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"
import { exposedChannels } from "../queries/catalog/markets"
import { type PartOfProducts, PRODUCTS_OF } from "../queries/catalog/products-of"
import { isIndexed } from "../catalog/is-indexed"
import { numberProducts } from "../catalog/number-products"
import { refreshSoon } from "../catalog/refresh-soon"

/** The kinds of records behind Medusa's events, by the prefix of the event's name. */
const PARTS: Record<string, PartOfProducts> = {
  product: "product",
  "product-variant": "variant",
  "product-collection": "collection",
  "product-option": "option",
  "product-option-value": "option_value",
  "product-type": "type",
  "product-tag": "tag",
  "product-category": "category",
  "pricing.price": "price",
  "pricing.price-list": "price_list",
  "pricing.price-set": "price_set",
  "inventory.inventory-item": "inventory_item",
  "inventory.inventory-level": "inventory_level",
  "inventory.reservation-item": "reservation",
  region: "region",
}

/**
 * Marks the products affected by an event as changed and indexes them right away. The job's sweep finds changes
 * without an event.
 */
export default async function productChanged({
  event: { name, data },
  container,
}: SubscriberArgs<{ id: string | string[] }>): Promise<void> {
  const part = PARTS[name.slice(0, name.lastIndexOf("."))]
  const settings = await container.resolve<PolicyService>(POLICY_MODULE).chosenSettings()
  const ids = [data.id].flat()
  const hasIndex = isIndexed(settings)
  if (!hasIndex && settings.acp_enabled && name === "product.created") return numberProducts(container, ids)
  if (!part || !hasIndex) return
  const { stale } = container.resolve<CatalogService>(CATALOG_MODULE)
  const channels = isStock(part) ? await exposedChannels(container, settings.ucp_sales_channels) : []
  if (await stale.markFound(PRODUCTS_OF[part], { ids, channels: [...channels] }, true)) refreshSoon(container)
}

const isStock = (part: PartOfProducts) => ["inventory_item", "inventory_level", "reservation"].includes(part)

export const config: SubscriberConfig = {
  event: Object.keys(PARTS).flatMap((part) =>
    ["created", "updated", "deleted"].map((change) => `${part}.${change}`)
  ),
}
