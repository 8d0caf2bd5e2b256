import { problem, problemIn } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { VERSION, versionOf } from "../acp-versions"

/** Throws `not_found` in versions whose signature header is not defined. */
export function requireWebhooks(call: Call): void {
  if (versionOf(call) !== VERSION)
    throw problem("not_found", {}, `Webhooks exist in API version ${VERSION} and later.`)
}

/** Without the id, with which `not_found` would be about a session. */
export function asUnknownWebhook(thrown: unknown): never {
  const refusal = problemIn(thrown)
  throw refusal?.code === "not_found" ? problem("not_found", {}, refusal.message) : thrown
}
