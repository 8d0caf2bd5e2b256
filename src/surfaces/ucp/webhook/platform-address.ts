import { refusalOf } from "../../../outbound/allowed-url"
import { policyOf } from "../../admission"
import { type Call, callerOf } from "../../call"
import { versionOf } from "../negotiation/agreement"
import { offerIn } from "../platform/offer"
import { webhooksIn } from "./own"

/**
 * Notes where the platform of a call wants to be told of the order of a checkout: the `config.webhook_url` of its profile
 * (UCP: Order, webhooks). Nothing when it names none that may be called, and in a store that has no key to sign with.
 */
export async function notePlatformAddress(session_id: string, call: Call): Promise<void> {
  const { card_key, allow_private_networks } = policyOf(call).options
  const { webhook_url: url } = await offerIn(call)
  if (!card_key || !url || refusalOf(url, allow_private_networks)) return
  const { client_id } = callerOf(call)
  const address = { client_id, url: new URL(url).href, version: versionOf(call) }
  await webhooksIn(call.container).platforms.note(session_id, address)
}
