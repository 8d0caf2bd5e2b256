import type { Settings } from "../../../modules/policy/models/settings"
import { policyOf } from "../../admission"
import { bearerIn } from "../../bearer"
import type { Call } from "../../call"
import { takeAttempt, tooMany } from "../attempts"
import { oauthProblem } from "../errors"
import { oauthOf } from "../module"

/** How many wrong registration tokens may be shown from one network. */
const FAILURES = { limit: 20, seconds: 3600 }

/**
 * Returns what the merchant wants of those who register, and throws when this caller may not: where registration is
 * closed, or without the initial access token it needs (RFC 7591 §3).
 */
export async function admitRegistrant(call: Call): Promise<Pick<Settings, "approval_required">> {
  const settings = await policyOf(call).settings()
  if (settings.registration === "closed")
    throw oauthProblem("access_denied", "The merchant takes no registrations.", 403)
  if (settings.registration === "initial_access_token") await checkToken(call)
  return settings
}

async function checkToken(call: Call): Promise<void> {
  const token = bearerIn(call)
  if (token && (await oauthOf(call).registrationToken.matches(token))) return
  if (!(await takeAttempt("registration token", FAILURES, call)))
    throw tooMany("Too many wrong registration tokens were shown.", FAILURES)
  throw oauthProblem("invalid_token", "Registering needs the merchant's initial access token.", 401)
}
