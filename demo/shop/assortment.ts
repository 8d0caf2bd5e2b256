import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, ProductStatus } from "@medusajs/framework/utils"
import {
  createInventoryLevelsWorkflow,
  createProductCategoriesWorkflow,
  createProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { CATALOG, type CatalogProduct, type CatalogVariant } from "../catalog"
import { picture } from "./picture"

/** The sales channel, shipping profile and stock location of the products. */
export interface Placement {
  sales_channel_id: string
  shipping_profile_id: string
  location_id: string
}

/** Creates missing products of the catalog, with prices in both currencies and stock. */
export async function ensureProducts(container: MedusaContainer, placement: Placement): Promise<void> {
  const handle = CATALOG.map((product) => product.handle)
  const made = await container
    .resolve(Modules.PRODUCT)
    .listProducts({ handle }, { select: ["handle"], take: null })
  const missing = CATALOG.filter((product) => !made.some(({ handle }) => handle === product.handle))
  if (missing.length > 0) {
    const categories = await ensureCategories(container)
    const products = missing.map((product) =>
      describeProduct(product, placement, categories[product.category])
    )
    await createProductsWorkflow(container).run({ input: { products } })
  }
  await ensureStock(container, placement.location_id)
}

async function ensureCategories(container: MedusaContainer): Promise<Record<string, string>> {
  const names = [...new Set(CATALOG.map(({ category }) => category))]
  const found = await container.resolve(Modules.PRODUCT).listProductCategories({ name: names })
  const missing = names.filter((name) => !found.some((category) => category.name === name))
  const product_categories = missing.map((name) => ({ name, is_active: true }))
  const { result } = await createProductCategoriesWorkflow(container).run({ input: { product_categories } })
  return Object.fromEntries([...found, ...result].map(({ name, id }) => [name, id]))
}

function describeProduct(product: CatalogProduct, placement: Placement, category = "") {
  const { title, handle, description, weight, option, variants } = product
  const url = picture(product.shape, product.hue)
  return {
    title,
    handle,
    description,
    weight,
    status: ProductStatus.PUBLISHED,
    thumbnail: url,
    images: [{ url }],
    category_ids: [category],
    shipping_profile_id: placement.shipping_profile_id,
    sales_channels: [{ id: placement.sales_channel_id }],
    options: [{ title: option, values: variants.map(([value]) => value) }],
    variants: variants.map((variant) => describeVariant(option, variant)),
  }
}

function describeVariant(option: string, [value, sku, eur, ron]: CatalogVariant) {
  const prices = [
    { currency_code: "eur", amount: eur },
    { currency_code: "ron", amount: ron },
  ]
  return { title: value, sku, options: { [option]: value }, prices, manage_inventory: true }
}

/** Only items without a stock level get one, so that sold units stay sold. */
async function ensureStock(container: MedusaContainer, location_id: string) {
  const stock = new Map(CATALOG.flatMap(({ variants }) => variants.map(([, sku, , , units]) => [sku, units])))
  const inventory = container.resolve(Modules.INVENTORY)
  const items = await inventory.listInventoryItems({ sku: [...stock.keys()] }, { take: null })
  const levels = await inventory.listInventoryLevels({ location_id }, { take: null })
  const missing = items.filter(({ id }) => !levels.some(({ inventory_item_id }) => inventory_item_id === id))
  if (missing.length === 0) return
  const inventory_levels = missing.map(({ id, sku }) => {
    return { inventory_item_id: id, location_id, stocked_quantity: stock.get(sku ?? "") ?? 0 }
  })
  await createInventoryLevelsWorkflow(container).run({ input: { inventory_levels } })
}
