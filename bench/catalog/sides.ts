import { sql } from "../../integration-tests/support/database"
import { obtainTokens, type PersonName, registerClient } from "../../integration-tests/support/oauth-client"
import { world } from "../../integration-tests/support/world"
import type { Target } from "../load"

/** Registers a client whose calls are counted without a limit, and returns its token. */
export async function unlimitedToken(person: PersonName = "customer"): Promise<string> {
  const client = await registerClient({ client_type: "ucp_agent" })
  const { access_token } = await obtainTokens(client, person)
  await sql(`update gw_oauth_client set limits = '{"minute": null, "hour": null, "day": null}'`)
  return access_token
}

/** Requests to the UCP surface. */
export function ours(token: string, paths: readonly string[]): Target {
  return target(
    { authorization: `Bearer ${token}` },
    paths.map((path) => `/gw-ucp/v1${path}`)
  )
}

/** A number of requests to Medusa's store API. */
export function store(paths: readonly string[], amount: number): Target {
  return { ...target({ "x-publishable-api-key": world().shop.publishable_key }, paths), amount }
}

function target(headers: Record<string, string>, paths: readonly string[]): Target {
  return { url: world().base_url, method: "GET", headers, paths }
}
