import type { Settings } from "../../../modules/policy/models/settings"
import { policyOf } from "../../../gateway/admission"
import { bearerIn } from "../../../gateway/bearer"
import type { Call } from "../../../gateway/call"
import { takeAttempt, tooMany } from "../attempts"
import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"

/** How many requests with a wrong registration token one network may send. */
const FAILURES = { limit: 20, seconds: 3600 }

/**
 * Checks that this caller may register a client, and returns the rules for it. Throws when
 * registration is closed, or the required initial access token (RFC 7591 §3) is missing or wrong.
 */
export async function admitRegistrant(call: Call): Promise<Settings> {
  const settings = await policyOf(call).settings()
  if (settings.registration === "closed")
    throw oauthProblem("access_denied", "The merchant does not accept client registrations.", 403)
  if (settings.registration === "initial_access_token") await checkToken(call)
  return settings
}

async function checkToken(call: Call): Promise<void> {
  const token = bearerIn(call)
  if (token && (await oauthOf(call).registrationToken.matches(token))) return
  if (!(await takeAttempt("registration token", FAILURES, call)))
    throw tooMany("Too many requests with a wrong registration token. Try again later.", FAILURES)
  throw oauthProblem(
    "invalid_token",
    "Registration requires the merchant's initial access token as a bearer token.",
    401
  )
}
