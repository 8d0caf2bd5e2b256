import { oauthProblem } from "../oauth-errors"
import { valueOf } from "../parameters"
import type { Check, CheckedRequest } from "./checked-request"

const promptsIn = (parameters: URLSearchParams) =>
  valueOf(parameters, "prompt")?.split(" ").filter(Boolean) ?? []

/** Consent is required every time, so `prompt=none` can never succeed. */
export const promptIsSupported: Check = ({ parameters }) => {
  const prompts = promptsIn(parameters)
  if (!prompts.includes("none")) return
  if (prompts.length > 1)
    throw oauthProblem("invalid_request", "prompt=none must not be combined with another prompt.")
  throw oauthProblem(
    "interaction_required",
    "Consent is required each time, so prompt=none is not supported."
  )
}

/** Rejects a `max_age` that is not a number of seconds (OpenID Connect Core, section 3.1.2.1). */
export const maxAgeIsSeconds: Check = ({ parameters }) => {
  if (!/^\d{1,9}$/.test(valueOf(parameters, "max_age") ?? "0"))
    throw oauthProblem("invalid_request", "max_age must be a number of seconds, such as 300.")
}

/**
 * How old the person's login may be when the request arrives, in seconds; null for any age (OpenID Connect Core
 * §3.1.2.1). `prompt=login` and `prompt=select_account` require a new one.
 */
export function oldestLogin({ parameters }: CheckedRequest): number | null {
  const prompts = promptsIn(parameters)
  if (prompts.includes("login") || prompts.includes("select_account")) return 0
  const max_age = valueOf(parameters, "max_age")
  return max_age === undefined ? null : Number(max_age)
}
