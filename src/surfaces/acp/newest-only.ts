import { problem } from "../../domain/errors"
import type { Call } from "../../gateway/call"
import { VERSION, versionOf } from "./acp-versions"

/** Throws `not_found` for a call in a version before the newest one, in which `what` does not exist. */
export function requireNewest(what: "carts" | "webhooks" | "the product feed", call: Call): void {
  if (versionOf(call) === VERSION) return
  throw problem("not_found", {}, `API version ${VERSION} or later is required for ${what}.`)
}
