import { mintTokens } from "./mint-tokens"
import { registerClient, switchSurfaces } from "./oauth-client"
import { setRules } from "./policy"
import { ProfileHost } from "./profile-host"

/** A UCP platform: the host of its profiles, and the token of a client without rate limits. */
export interface Platform {
  readonly host: ProfileHost
  readonly token: string
}

/** Switches UCP on and creates a platform. */
export async function openPlatform(): Promise<Platform> {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  const host = await ProfileHost.listen()
  const client = await registerClient({ client_type: "ucp_agent" })
  const token = (await mintTokens(client, "customer")).access_token
  await setRules(client.client_id, { limits: { minute: null, hour: null, day: null } })
  return { host, token }
}

/** Closes the host and switches UCP off. */
export async function closePlatform(host: ProfileHost): Promise<void> {
  host.close()
  await switchSurfaces({ ucp_enabled: false })
}
