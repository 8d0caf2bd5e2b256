import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { REQUEST_ID } from "./request-id"

/** Writes to the store's log. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string, error?: Error): void
}

/** The store's log. Messages start with the request's id, if the container belongs to a request. */
export function logOf(container: MedusaContainer): Log {
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const id = container.resolve<string | undefined>(REQUEST_ID, { allowUnregistered: true })
  const named = (message: string) => (id ? `request ${id}: ${message}` : message)
  return {
    info: (message) => logger.info(named(message)),
    warn: (message) => logger.warn(named(message)),
    error: (message, error) => logger.error(named(message), error),
  }
}
