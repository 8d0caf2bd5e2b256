import type { MedusaContainer } from "@medusajs/framework/types"
import { type Product, productsOnSale } from "../../../queries/products"
import { stockOf } from "../../../queries/stock"
import { shownChannels } from "../../shown-channels"

/** Products as Medusa has them at this moment, without prices. */
export interface ReadProducts {
  /** Those that are on sale in a sales channel the merchant shows. */
  readonly products: Product[]
  /** The ids of their variants. */
  readonly variants: string[]
  readonly stock: ReadonlyMap<string, number>
}

export async function productsNow(container: MedusaContainer, ids: readonly string[]): Promise<ReadProducts> {
  const channels = await shownChannels(container)
  const products = await productsOnSale(container, ids, channels)
  const variants = products.flatMap((product) => product.variants.map(({ id }) => id))
  return { products, variants, stock: await stockOf(container, variants, channels) }
}
