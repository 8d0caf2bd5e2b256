import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** The sales channel that Medusa created for the store at its first start. */
export async function defaultSalesChannel(container: MedusaContainer): Promise<string> {
  const [store] = await container.resolve(Modules.STORE).listStores()
  if (!store?.default_sales_channel_id) throw new Error("the store has no default sales channel")
  return store.default_sales_channel_id
}

/** The publishable key that Medusa created for that channel. A storefront sends it with each request. */
export async function publishableKey(container: MedusaContainer): Promise<string> {
  const keys = await container
    .resolve(Modules.API_KEY)
    .listApiKeys({ type: "publishable" }, { order: { created_at: "ASC" } })
  if (!keys[0]) throw new Error("the store has no publishable key")
  return keys[0].token
}
