import type { MedusaContainer } from "@medusajs/framework/types"
import { logOf } from "../../../log"
import { refreshCatalog } from "./refresh"

let running: Promise<void> | undefined
let isAskedAgain = false

/**
 * Has the catalog refreshed behind whoever asks, because it may take minutes, and the payments' jobs and the other
 * subscribers wait for theirs to end: one refresh at a time in this process, and one more for all who asked meanwhile.
 */
export function refreshSoon(container: MedusaContainer): void {
  isAskedAgain = true
  running ??= refreshWhileAsked(container)
    .catch((error: Error) => logOf(container).error(`the catalog is not refreshed yet: ${error.message}`))
    .finally(() => (running = undefined))
}

async function refreshWhileAsked(container: MedusaContainer): Promise<void> {
  while (isAskedAgain) {
    isAskedAgain = false
    await refreshCatalog(container)
  }
}
