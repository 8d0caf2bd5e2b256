import { Agent, type Dispatcher } from "undici"
import { guardedAgent } from "./guarded-agent"
import type { Lookup } from "./lookup"

const open = new Agent({ connect: { timeout: 5_000 } })

/** What calls addresses others have named: it reaches private networks only when these are allowed for development. */
type Dispatchers = (private_networks: boolean) => Dispatcher

/** The same with another way to ask where names lead. */
export function dispatchersBy(lookup?: Lookup): Dispatchers {
  const guarded = guardedAgent(lookup)
  return (private_networks) => (private_networks ? open : guarded)
}

export const dispatcherFor: Dispatchers = dispatchersBy()
