import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/**
 * Creates or changes the declared search indexes and fills them; does nothing when they are up to date. They must
 * exist before products are created in bulk, because otherwise Medusa reports each product as impossible to index.
 */
export async function prepareSearchIndexes(container: MedusaContainer): Promise<void> {
  const search = container.resolve(Modules.SEARCH)
  const plan = await search.createIndexMigrationPlan()
  const needed = plan.filter(({ action }) => action === "create" || action === "migrate")
  if (needed.length === 0) return
  await search.executeIndexMigrationPlan(needed)
  await search.reindex()
}
