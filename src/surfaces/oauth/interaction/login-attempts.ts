import { subscriberOf } from "../../../domain/networks"
import type { Actor } from "../../../modules/oauth/models/authorization-request"
import type { Call } from "../../../gateway/call"
import type { RawReply } from "../../../gateway/reply"
import { oauthOf } from "../oauth-module"
import type { Fault } from "../pages/oauth-texts"
import { checkPassword, type Credentials } from "./check-password"

/** How long failed logins count, in seconds. */
const QUARTER_HOUR = 900

/**
 * How many logins may fail from one network, and from one network at one account, whether or not the account exists. No
 * count belongs to the account alone: otherwise an attacker anywhere could lock a person out by wrong guesses.
 */
const FROM_ONE_NETWORK = { limit: 100, seconds: QUARTER_HOUR }
const FROM_ONE_NETWORK_AT_ONE_ACCOUNT = { limit: 10, seconds: QUARTER_HOUR }

/**
 * Checks a password, unless too many logins failed. A login is counted before the check, so that parallel guesses are
 * counted too; a successful one is removed from the counts.
 */
export async function logInByPassword(
  credentials: Credentials,
  call: Call
): Promise<{ readonly actor: Actor } | { readonly fault: Fault }> {
  const attempt = await beginLogin(call, credentials)
  if (!attempt) return { fault: "too_many_attempts" }
  const checked = await checkPassword(credentials, call)
  if ("actor" in checked) await attempt.succeeded()
  return checked
}

/** The login page after a login that failed: 429 with the time to wait after too many, otherwise 401. */
export function asFailedLogin(page: RawReply, fault: Fault): RawReply {
  if (fault !== "too_many_attempts") return { ...page, status: 401 }
  return { ...page, status: 429, headers: { ...page.headers, "Retry-After": String(QUARTER_HOUR) } }
}

async function beginLogin(
  call: Call,
  { email }: Credentials
): Promise<{ succeeded(): Promise<void> } | undefined> {
  const { attempts } = oauthOf(call)
  const network = `login from ${subscriberOf(call.ip)}`
  const account = `${network} at ${email.trim().toLowerCase()}`
  if (!(await attempts.take(network, FROM_ONE_NETWORK))) return undefined
  if (!(await attempts.take(account, FROM_ONE_NETWORK_AT_ONE_ACCOUNT))) return undefined
  return {
    async succeeded() {
      await attempts.uncount(network)
      await attempts.uncount(account)
    },
  }
}
