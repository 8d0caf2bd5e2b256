import { refusalOf } from "../../../outbound/allowed-url"
import { policyOf } from "../../../gateway/admission"
import { type Call, callerOf } from "../../../gateway/call"
import { versionOf } from "../negotiation/agreement"
import { offerIn } from "../platform/platform-capabilities"
import { webhooksIn } from "../../../gateway/webhooks/own-webhooks"

/**
 * Stores the URL to which the calling platform wants events about the order of this checkout: the
 * `config.webhook_url` of its profile (UCP: Order, webhooks). Does nothing when the profile has no URL that may be
 * called, or the store has no key to sign with.
 */
export async function notePlatformAddress(session_id: string, call: Call): Promise<void> {
  const { card_key, allow_private_networks } = policyOf(call).options
  const { webhook_url: url } = await offerIn(call)
  if (!card_key || !url || refusalOf(url, allow_private_networks)) return
  const { client_id } = callerOf(call)
  const address = { client_id, url: new URL(url).href, version: versionOf(call) }
  await webhooksIn(call.container).platforms.note(session_id, address)
}
