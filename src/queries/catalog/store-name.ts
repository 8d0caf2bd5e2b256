import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** The store's own data from the admin. */
export interface StoreRecord {
  readonly name: string | undefined
  readonly updated_at: Date | undefined
}

/** The store's name, and when its data was last changed. */
export async function storeRecord(container: MedusaContainer): Promise<StoreRecord> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fields = ["name", "updated_at"]
  const { data } = await query.graph({ entity: "store", fields, pagination: { take: 1 } })
  const { name, updated_at } = (data[0] ?? {}) as { name?: string; updated_at?: string | Date }
  return { name: name || undefined, updated_at: updated_at ? new Date(updated_at) : undefined }
}

/** The store's name from the admin. */
export const storeName = async (container: MedusaContainer): Promise<string | undefined> =>
  (await storeRecord(container)).name
