import type { Problem } from "../../domain/errors"
import type { Allowance } from "../../modules/oauth/attempts"
import type { Call } from "../call"
import { networkOf } from "./caller-network"
import { oauthProblem } from "./errors"
import { oauthOf } from "./module"

/** Takes one of the attempts `what` has left in the caller's network; false when there is none. */
export function takeAttempt(what: string, allowance: Allowance, call: Call): Promise<boolean> {
  return oauthOf(call).attempts.take(`${what} from ${networkOf(call.ip)}`, allowance)
}

/** Tells that there were too many, and when the first of them will be forgotten at the latest. */
export function tooMany(description: string, { seconds }: Allowance): Problem {
  return oauthProblem("temporarily_unavailable", description, 429, seconds)
}
