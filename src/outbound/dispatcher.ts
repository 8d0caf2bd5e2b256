import { Agent, type Dispatcher } from "undici"
import { guardedAgent } from "./guarded-agent"

const guarded = guardedAgent()
const open = new Agent({ connect: { timeout: 5_000 } })

/** What calls addresses others have named: it reaches private networks only when these are allowed for development. */
export function dispatcherFor(private_networks: boolean): Dispatcher {
  return private_networks ? open : guarded
}
