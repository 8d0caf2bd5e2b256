import type { MedusaContainer } from "@medusajs/framework/types"
import { refreshCatalog } from "./refresh"

let running: Promise<void> | undefined
let isAskedAgain = false

/**
 * Refreshes the catalog: one refresh at a time in this process, and one more for all who asked meanwhile. Settles when
 * what they asked for is done.
 */
export function refreshSoon(container: MedusaContainer): Promise<void> {
  isAskedAgain = true
  running ??= refreshWhileAsked(container).finally(() => (running = undefined))
  return running
}

async function refreshWhileAsked(container: MedusaContainer): Promise<void> {
  while (isAskedAgain) {
    isAskedAgain = false
    await refreshCatalog(container)
  }
}
