import type { MedusaContainer } from "@medusajs/framework/types"
import { storeName } from "../catalog/store-name"

/** The names that only the store itself may use: its name in Medusa, and the domain of its address. */
export async function namesOfStore(container: MedusaContainer, base_url: string): Promise<string[]> {
  const name = await storeName(container)
  const { hostname } = new URL(base_url)
  const domain = /[a-z]\.[a-z]/.test(hostname) ? [hostname.replace(/^www\./, "")] : []
  return [...(name ? [name] : []), ...domain]
}
