import { OAUTH_MODULE } from "../../modules/oauth"
import type OAuthService from "../../modules/oauth/service"
import type { Call } from "../call"

/** The link back to the agent. It is labeled with the host, because agents choose their names themselves. */
export interface AgentLink {
  readonly url: string
  readonly host: string
}

/**
 * The origin of the first https redirect URI of the agent. Undefined for a payment without an agent, for an agent that
 * is an app on a device, and for a revoked one.
 */
export async function agentLink(client_id: string | null, call: Call): Promise<AgentLink | undefined> {
  const client =
    client_id && (await call.container.resolve<OAuthService>(OAUTH_MODULE).clients.find(client_id))
  if (!client || client.status === "revoked") return undefined
  const addresses = client.redirect_uris.filter((uri) => URL.canParse(uri)).map((uri) => new URL(uri))
  const web = addresses.find(({ protocol }) => protocol === "https:")
  return web && { url: `${web.origin}/`, host: web.host }
}
