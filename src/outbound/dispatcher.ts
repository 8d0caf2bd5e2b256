import { Agent, type Dispatcher } from "undici"
import { guardedAgent } from "./guarded-agent"
import type { Lookup } from "./lookup"

const open = new Agent({ connect: { timeout: 5_000 } })

/**
 * Selects the HTTP dispatcher for calls to clients' URLs. It connects to private networks only when these are allowed
 * for development.
 */
type Dispatchers = (private_networks: boolean) => Dispatcher

/** Creates the selector with another DNS lookup. */
export function dispatchersBy(lookup?: Lookup): Dispatchers {
  const guarded = guardedAgent(lookup)
  return (private_networks) => (private_networks ? open : guarded)
}

/** The selector with the default DNS lookup. */
export const dispatcherFor: Dispatchers = dispatchersBy()
