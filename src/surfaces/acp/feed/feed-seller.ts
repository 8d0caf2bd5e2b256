import type { MedusaContainer } from "@medusajs/framework/types"
import { storeName } from "../../../queries/catalog/store-name"
import { linksOf } from "../session/legal-links"

/** The store as the seller of each variant (ACP: Feed, Seller): its name, and the pages that it has configured. */
export async function sellerOf(container: MedusaContainer): Promise<object> {
  const name = await storeName(container)
  const links = linksOf({ container })
  return { ...(name && { name }), ...(links.length && { links }) }
}
