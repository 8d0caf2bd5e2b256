import { problem } from "../../domain/errors"
import { equals } from "../../domain/secrets"
import { policyOf } from "../../gateway/admission"
import { bearerIn } from "../../gateway/bearer"
import type { Gate } from "../../gateway/surface"

/** Gate: the bearer token is the option `metrics_token`. Without the option the endpoint does not exist (404). */
export const tokenIsRight: Gate = (call) => {
  const { metrics_token } = policyOf(call).options
  if (!metrics_token) throw problem("not_found")
  if (!equals(bearerIn(call) ?? "", metrics_token))
    throw problem("unauthorized", {}, "The store's metrics_token is required as a bearer token.")
}
