import { HTTP_STATUS } from "../../gateway/http-status"
import { isReply, json, reply } from "../../gateway/reply"
import type { Surface } from "../../gateway/surface"
import { tokenIsRight } from "./token-is-right"

/**
 * The surface for the merchant's monitoring. It works even when the other surfaces are disabled; its errors are plain
 * text.
 */
export const metrics: Surface = {
  name: "metrics",
  gates: [tokenIsRight],
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
