import { AcpAgent } from "./acp"
import { Buyer } from "./buyer"
import { type CatalogReader, closeCatalog, openCatalog } from "./catalog"
import { switchSurfaces } from "./oauth-client"
import { limited } from "./purchases"

/** An open store with an agent for guest checkouts and a variant at 20 euro with plenty of stock. */
interface Shop {
  readonly catalog: CatalogReader
  readonly item: string
}

/** Opens the store for UCP. */
export async function openUcpShop(title?: string): Promise<Shop & { readonly buyer: Buyer }> {
  const catalog = await openCatalog()
  const buyer = await Buyer.forGuests()
  return { catalog, buyer, item: await limited(catalog, 1000, title) }
}

/** Opens the store for ACP. ACP has no catalog, so the tests read it by UCP. */
export async function openAcpShop(title: string): Promise<Shop & { readonly agent: AcpAgent }> {
  const catalog = await openCatalog()
  await switchSurfaces({ acp_enabled: true })
  return { catalog, item: await limited(catalog, 1000, title), agent: await AcpAgent.of() }
}

/** Restores the settings of the store. */
export const closeUcpShop = closeCatalog

/** Restores the settings of the store. */
export async function closeAcpShop(): Promise<void> {
  await switchSurfaces({ acp_enabled: false })
  await closeCatalog()
}
