import { problem, problemIn } from "../../../domain/errors"

/** Without the id, with which `not_found` would be about a session. */
export function asUnknownWebhook(thrown: unknown): never {
  const refusal = problemIn(thrown)
  throw refusal?.code === "not_found" ? problem("not_found", {}, refusal.message) : thrown
}
