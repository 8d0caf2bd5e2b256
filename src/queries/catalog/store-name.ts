import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** The store's name from the admin. */
export async function storeName(container: MedusaContainer): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "store", fields: ["name"], pagination: { take: 1 } })
  return data[0]?.name || undefined
}
