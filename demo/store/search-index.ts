import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/**
 * Creates or changes the search indexes the source declares and fills them. They must exist before products are made in
 * bulk, or each product is reported as impossible to index. Nothing happens when they are up to date.
 */
export async function prepareSearchIndexes(container: MedusaContainer): Promise<void> {
  const search = container.resolve(Modules.SEARCH)
  const plan = await search.createIndexMigrationPlan()
  const needed = plan.filter(({ action }) => action === "create" || action === "migrate")
  if (needed.length === 0) return
  await search.executeIndexMigrationPlan(needed)
  await search.reindex()
}
