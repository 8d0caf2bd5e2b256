import { mintTokens } from "./mint-tokens"
import { registerClient, switchSurfaces } from "./oauth-client"
import { setRules } from "./policy"
import { ProfileHost } from "./profile-host"

/** A platform of UCP: where its profiles are, and a token of a client that may ask as often as it likes. */
export interface Platform {
  readonly host: ProfileHost
  readonly token: string
}

/** Switches UCP on, and begins a platform. */
export async function openPlatform(): Promise<Platform> {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  const host = await ProfileHost.listen()
  const client = await registerClient({ client_type: "ucp_agent" })
  const token = (await mintTokens(client, "customer")).access_token
  await setRules(client.client_id, { limits: { minute: null, hour: null, day: null } })
  return { host, token }
}

/** Leaves the store as it was found. */
export async function closePlatform(host: ProfileHost): Promise<void> {
  host.close()
  await switchSurfaces({ ucp_enabled: false })
}
