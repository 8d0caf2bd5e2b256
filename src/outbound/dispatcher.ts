import type { Dispatcher } from "undici"
import { guardedAgent, PRIVATE_TOO } from "./guarded-agent"
import { type Lookup, lookupBySystem } from "./lookup"

const open = guardedAgent(lookupBySystem, PRIVATE_TOO)

/**
 * Selects the HTTP dispatcher for calls to clients' URLs. It connects to private networks only when these are allowed
 * for development, and never to the metadata service of a cloud.
 */
type Dispatchers = (private_networks: boolean) => Dispatcher

/** Creates the selector with another DNS lookup. */
export function dispatchersBy(lookup?: Lookup): Dispatchers {
  const guarded = guardedAgent(lookup)
  return (private_networks) => (private_networks ? open : guarded)
}

/** The selector with the default DNS lookup. */
export const dispatcherFor: Dispatchers = dispatchersBy()
