import type { MedusaContainer } from "@medusajs/framework/types"
import { CATALOG_MODULE } from "../modules/catalog"
import type CatalogService from "../modules/catalog/service"
import { SOLD } from "../queries/catalog/missed-products"
import { PRODUCTS_OF } from "../queries/catalog/products-of"
import { shownChannels } from "../queries/catalog/shown-channels"

const catalogIn = (container: MedusaContainer) => container.resolve<CatalogService>(CATALOG_MODULE)

/** Numbers new products while only ACP is enabled. While UCP is enabled, the catalog refresh numbers them. */
export async function numberProducts(container: MedusaContainer, ids: readonly string[]): Promise<void> {
  await catalogIn(container).numbers.assignFound(PRODUCTS_OF.product, { ids: [...ids] })
}

/** Numbers the products on sale that have no number yet. Does nothing until the next sweep is due. */
export async function numberMissed(container: MedusaContainer): Promise<void> {
  const { sweeps, numbers } = catalogIn(container)
  if (!(await sweeps.begin("gw_product_number"))) return
  await numbers.assignFound(SOLD, { channels: [...(await shownChannels(container))] })
}
