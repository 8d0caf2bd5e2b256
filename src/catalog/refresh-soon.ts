import type { MedusaContainer } from "@medusajs/framework/types"
import { logOf } from "../lib/log"
import { refreshCatalog } from "./refresh-index"

let running: Promise<void> | undefined
let isRequestedAgain = false

/**
 * Refreshes the catalog in the background, because a refresh can take minutes, and jobs and subscribers would wait
 * for it. One refresh runs at a time in this process; all calls during it cause one more afterwards.
 */
export function refreshSoon(container: MedusaContainer): void {
  isRequestedAgain = true
  running ??= refreshWhileRequested(container)
    .catch((error: Error) => logOf(container).error(`the catalog is not refreshed yet: ${error.message}`))
    .finally(() => (running = undefined))
}

async function refreshWhileRequested(container: MedusaContainer): Promise<void> {
  while (isRequestedAgain) {
    isRequestedAgain = false
    await refreshCatalog(container)
  }
}
