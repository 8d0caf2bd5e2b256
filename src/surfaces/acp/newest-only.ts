import { problem } from "../../domain/errors"
import type { Call } from "../../gateway/call"
import { VERSION, versionOf } from "./acp-versions"

/** Throws `not_found` for a call in a version before the newest one, in which `what` does not exist. */
export function requireNewest(what: "Carts" | "Webhooks" | "The product feed", call: Call): void {
  if (versionOf(call) === VERSION) return
  throw problem("not_found", {}, `${what}: not in this API version. Use ${VERSION} or later.`)
}
