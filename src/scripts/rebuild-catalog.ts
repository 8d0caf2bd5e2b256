import type { ExecArgs, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CATALOG_MODULE } from "../modules/catalog"
import type CatalogService from "../modules/catalog/service"
import { refreshCatalog } from "../catalog/refresh-index"

const REPORT_MS = 2000

/**
 * Indexes all products of the store again and logs the progress. The store may be running:
 * `npx medusa exec ./node_modules/medusa-plugin-agentic-gateway/.medusa/server/src/scripts/rebuild-catalog.js`
 */
export default async function rebuildCatalog({ container }: ExecArgs): Promise<void> {
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const { stale } = container.resolve<CatalogService>(CATALOG_MODULE)
  const all = await stale.markFound(ALL, {})
  logger.info(`catalog: ${all} products to read`)
  const started = Date.now()
  let [read, reported] = [0, started]
  await refreshCatalog(container, (more) => {
    read += more
    if (Date.now() - reported < REPORT_MS) return
    reported = Date.now()
    logger.info(`catalog: ${progressOf(read, all, reported - started)}`)
  })
  logger.info(`catalog: ${read} products read in ${Math.round((Date.now() - started) / 1000)} s`)
}

const ALL = "select id from product where deleted_at is null union select product_id from gw_catalog_product"

function progressOf(read: number, all: number, milliseconds: number): string {
  const speed = (read / milliseconds) * 1000
  const left = Math.max(0, Math.round((all - read) / speed))
  return `${read} of ${all}, ${Math.round(speed)} a second, ${left} s left`
}
