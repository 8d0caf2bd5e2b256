import { problemIn } from "../../../domain/errors"
import { subscriberOf } from "../../../domain/networks"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../../gateway/call"
import { tooMany } from "../attempts"
import { oauthOf } from "../oauth-module"

/** How many exchanges a client may attempt, and in how many seconds. */
const ALLOWANCE = { limit: 60, seconds: 60 }

/**
 * Runs a token exchange within the client's rate limit. An attempt counts once before it is checked, and once more when
 * it is refused. Anyone can use the id of a public client, so its attempts are counted per network.
 */
export async function withinAllowance<T>(
  { id, auth_method }: Client,
  call: Call,
  exchange: () => Promise<T>
): Promise<T> {
  const { attempts } = oauthOf(call)
  const whose = `exchange of ${id}${auth_method === "none" ? ` from ${subscriberOf(call.ip)}` : ""}`
  if (!(await attempts.take(whose, ALLOWANCE)))
    throw tooMany("Too many token requests. Try again later.", ALLOWANCE)
  try {
    return await exchange()
  } catch (refused) {
    if (problemIn(refused)) await attempts.take(whose, ALLOWANCE)
    throw refused
  }
}
