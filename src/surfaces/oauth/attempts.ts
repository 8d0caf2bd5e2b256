import type { Problem } from "../../domain/errors"
import { subscriberOf } from "../../domain/networks"
import type { Allowance } from "../../modules/oauth/attempts"
import type { Call } from "../../gateway/call"
import { oauthProblem } from "./oauth-errors"
import { oauthOf } from "./oauth-module"

/** Counts an attempt at `what` for the caller's network; false when the allowance is used up. */
export function takeAttempt(what: string, allowance: Allowance, call: Call): Promise<boolean> {
  return oauthOf(call).attempts.take(`${what} from ${subscriberOf(call.ip)}`, allowance)
}

/** The error for too many attempts, with the time after which the caller may retry at the latest. */
export function tooMany(description: string, { seconds }: Allowance): Problem {
  return oauthProblem("temporarily_unavailable", description, 429, seconds)
}
