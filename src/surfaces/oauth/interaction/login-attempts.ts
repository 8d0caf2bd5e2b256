import { subscriberOf } from "../../../domain/networks"
import type { Actor } from "../../../modules/oauth/models/authorization-request"
import type { Call } from "../../../gateway/call"
import { oauthOf } from "../oauth-module"

/** How long failed logins count, in seconds. */
export const QUARTER_HOUR = 900

/**
 * How many logins may fail from one network, and from one network at one account, whether or not the account exists. No
 * count belongs to the account alone: otherwise an attacker anywhere could lock a person out by wrong guesses.
 */
const FROM_ONE_NETWORK = { limit: 100, seconds: QUARTER_HOUR }
const FROM_ONE_NETWORK_AT_ONE_ACCOUNT = { limit: 10, seconds: QUARTER_HOUR }

/**
 * Counts a login before the password is checked, so that parallel guesses are counted too. Undefined when there were
 * too many. `succeeded` removes a successful login from the counts.
 */
export async function beginLogin(
  call: Call,
  kind: Actor["type"],
  email: string
): Promise<{ succeeded(): Promise<void> } | undefined> {
  const { attempts } = oauthOf(call)
  const network = `login from ${subscriberOf(call.ip)}`
  const account = `${network} at ${kind} ${email.trim().toLowerCase()}`
  if (!(await attempts.take(network, FROM_ONE_NETWORK))) return undefined
  if (!(await attempts.take(account, FROM_ONE_NETWORK_AT_ONE_ACCOUNT))) return undefined
  return {
    async succeeded() {
      await attempts.uncount(network)
      await attempts.uncount(account)
    },
  }
}
