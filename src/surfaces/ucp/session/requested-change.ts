import { type Call, ownerOf } from "../../../gateway/call"
import type { RequestedCheckout } from "../../../modules/agent/models/session"
import { initialCheckout } from "../../../workflows/checkout/initial-checkout"
import { isOfficial } from "../official-call"
import { changed, replaced } from "./requested-checkout"
import type { SessionBody } from "./session-body"

/**
 * What an update does to the requested session. An official one replaces it; on this service's own paths, and without
 * `UCP-Agent`, members in the body replace the stored ones and absent members stay. Throws as `replaced` does.
 */
export async function changeBy(
  body: SessionBody,
  call: Call
): Promise<(requested: RequestedCheckout) => RequestedCheckout> {
  if (!isOfficial(call)) return (requested) => changed(requested, body)
  const initial = await initialCheckout(ownerOf(call), call.container)
  return (requested) => replaced(requested, initial, body)
}
