import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, ProductStatus } from "@medusajs/framework/utils"
import { createInventoryLevelsWorkflow, createProductsWorkflow } from "@medusajs/medusa/core-flows"
import { toDecimal } from "../../src/domain/money"
import type { Placement } from "../shop/assortment"
import type { FixtureProduct, Fixtures } from "./read-fixtures"

/** A variant with this name is shown by the product's title alone. */
const OPTION = { title: "Default option", value: "Default variant" }

/**
 * Creates the missing products, each with one variant that has the product's id as its SKU, by which every surface
 * accepts it as an item, and with its stock in the fixtures' warehouse.
 */
export async function ensureFixtureProducts(
  container: MedusaContainer,
  { products, currency }: Fixtures,
  placement: Placement
): Promise<void> {
  const sku = products.map(({ id }) => id)
  const made = await container.resolve(Modules.PRODUCT).listProductVariants({ sku }, { take: null })
  const missing = products.filter(({ id }) => !made.some((variant) => variant.sku === id))
  if (!missing.length) return
  const input = { products: missing.map((product) => describe(product, currency, placement)) }
  await createProductsWorkflow(container).run({ input })
  await stockUp(container, missing, placement.location_id)
}

function describe(product: FixtureProduct, currency: string, placement: Placement) {
  const { id, title, price, image_url, stock } = product
  const amount = Number(toDecimal(price, currency))
  return {
    title,
    handle: handleOf(id),
    status: ProductStatus.PUBLISHED,
    ...(image_url && { thumbnail: image_url, images: [{ url: image_url }] }),
    shipping_profile_id: placement.shipping_profile_id,
    sales_channels: [{ id: placement.sales_channel_id }],
    options: [{ title: OPTION.title, values: [OPTION.value] }],
    variants: [
      {
        title: OPTION.value,
        sku: id,
        options: { [OPTION.title]: OPTION.value },
        prices: [{ currency_code: currency.toLowerCase(), amount }],
        manage_inventory: stock !== undefined,
      },
    ],
  }
}

/** A handle allows lowercase letters, digits and dashes. */
const handleOf = (id: string) =>
  `fixture-${id}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "")

async function stockUp(container: MedusaContainer, products: readonly FixtureProduct[], location_id: string) {
  const stock = new Map(products.flatMap(({ id, stock }) => (stock === undefined ? [] : [[id, stock]])))
  if (!stock.size) return
  const items = await container
    .resolve(Modules.INVENTORY)
    .listInventoryItems({ sku: [...stock.keys()] }, { take: null })
  const inventory_levels = items.map(({ id, sku }) => ({
    inventory_item_id: id,
    location_id,
    stocked_quantity: stock.get(sku ?? "") ?? 0,
  }))
  await createInventoryLevelsWorkflow(container).run({ input: { inventory_levels } })
}
