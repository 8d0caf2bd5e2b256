import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { refreshCatalog } from "./refresh"

let running: Promise<void> | undefined
let isAskedAgain = false

/** Refreshes the catalog behind whoever asks: one refresh at a time in this process, and one more for those who asked meanwhile. */
export function refreshSoon(container: MedusaContainer): void {
  isAskedAgain = true
  running ??= refreshWhileAsked(container).finally(() => (running = undefined))
}

async function refreshWhileAsked(container: MedusaContainer): Promise<void> {
  while (isAskedAgain) {
    isAskedAgain = false
    await refreshCatalog(container).catch(({ message }: Error) => {
      container
        .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
        .error(`the catalog is not refreshed: ${message}`)
    })
  }
}
