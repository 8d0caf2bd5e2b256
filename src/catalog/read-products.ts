import type { MedusaContainer } from "@medusajs/framework/types"
import { type Product, productsOnSale } from "../queries/catalog/products"
import { stockOf } from "../queries/catalog/stock"
import { shownChannels } from "../queries/catalog/shown-channels"

/** The current products in Medusa, without prices. */
export interface ReadProducts {
  /** Only products on sale in a sales channel that the merchant shows to agents. */
  readonly products: Product[]
  /** The ids of their variants. */
  readonly variants: string[]
  readonly stock: ReadonlyMap<string, number>
}

/** Reads these products with their variants and stock. Products that are not on sale for agents are left out. */
export async function productsNow(container: MedusaContainer, ids: readonly string[]): Promise<ReadProducts> {
  const channels = await shownChannels(container)
  const products = await productsOnSale(container, ids, channels)
  const variants = products.flatMap((product) => product.variants.map(({ id }) => id))
  return { products, variants, stock: await stockOf(container, variants, channels) }
}
