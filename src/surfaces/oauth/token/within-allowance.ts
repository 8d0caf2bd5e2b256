import { problemIn } from "../../../domain/errors"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../call"
import { networkOf } from "../caller-network"
import { tooMany } from "../attempts"
import { oauthOf } from "../module"

/** How many exchanges a client may try. */
const ALLOWANCE = { limit: 60, seconds: 60 }

/**
 * Exchanges something for a client, unless it has tried too often. Each try counts once before it is judged, and once
 * more when it is refused. Anybody can call in a public client's name, so that is counted for each network.
 */
export async function withinAllowance<T>(
  { id, auth_method }: Client,
  call: Call,
  exchange: () => Promise<T>
): Promise<T> {
  const { attempts } = oauthOf(call)
  const whose = `exchange of ${id}${auth_method === "none" ? ` from ${networkOf(call.ip)}` : ""}`
  if (!(await attempts.take(whose, ALLOWANCE))) throw tooMany("Too many exchanges were tried.", ALLOWANCE)
  try {
    return await exchange()
  } catch (refused) {
    if (problemIn(refused)) await attempts.take(whose, ALLOWANCE)
    throw refused
  }
}
