import { problem } from "../../domain/errors"
import { equals } from "../../domain/secrets"
import { policyOf } from "../../gateway/admission"
import { bearerIn } from "../../gateway/bearer"
import { HTTP_STATUS } from "../../gateway/http-status"
import { isReply, json, reply } from "../../gateway/reply"
import type { Gate, Surface } from "../../gateway/surface"

/** The bearer token must be the option `metrics_token`. Without the option the endpoint does not exist (404). */
const tokenGate: Gate = (call) => {
  const { metrics_token } = policyOf(call).options
  if (!metrics_token) throw problem("not_found")
  if (!equals(bearerIn(call) ?? "", metrics_token))
    throw problem("unauthorized", {}, "The store's metrics_token is required as a bearer token.")
}

/**
 * The surface for the merchant's monitoring. It works even when the other surfaces are disabled; its errors are plain
 * text.
 */
export const metrics: Surface = {
  name: "metrics",
  gates: [tokenGate],
  read: (_, operation) => ({ operation, input: {} }),
  write: (result) => (isReply(result) ? result : json(result)),
  fail: ({ code, message }) =>
    reply(
      HTTP_STATUS[code],
      {
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
        ...(code === "unauthorized" && { "WWW-Authenticate": 'Bearer realm="metrics"' }),
      },
      `${message}\n`
    ),
}
