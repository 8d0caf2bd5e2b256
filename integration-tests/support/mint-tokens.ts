import { digest, newId, newSecret } from "../../src/domain/secrets"
import { type Flavor, NAMESPACES } from "../../src/domain/scopes"
import { sql } from "./database"
import { loginOf, type Person, type RegisteredClient } from "./oauth-client"
import { world } from "./world"

/** An access token valid for an hour, and a refresh token valid for 30 days. */
export interface MintedTokens {
  readonly access_token: string
  readonly refresh_token: string
}

const ACTORS = {
  user: `select id from "user" where email = $1 and deleted_at is null`,
  customer: "select id from customer where email = $1 and has_account and deleted_at is null",
}

/**
 * Writes a person's consent to a client, with tokens, into the store's database. It has all scopes of the
 * client unless `scope` names fewer. Tests of OAuth itself use `obtainTokens` instead.
 */
export async function mintTokens(
  { client_id }: Pick<RegisteredClient, "client_id">,
  person: Person,
  { scope }: { scope?: string | undefined } = {}
): Promise<MintedTokens> {
  const { kind, email } = loginOf(person)
  const actor_type = kind === "user" ? "user" : "customer"
  const [actor] = await sql<{ id: string }>(ACTORS[actor_type], [email])
  const [client] = await sql<{ flavor: Flavor; scopes: string[] }>(
    "select flavor, scopes from gw_oauth_client where id = $1 and status = 'approved'",
    [client_id]
  )
  if (!actor || !client) throw new Error(`${email} cannot consent to ${client_id}`)
  const grant_id = newId("grant")
  const resource = `${world().base_url}/${NAMESPACES[client.flavor]}`
  const scopes = scope?.split(" ") ?? client.scopes
  const tokens = { access_token: newSecret("gwa"), refresh_token: newSecret("gwr") }
  await sql(
    `insert into gw_oauth_grant (id, client_id, actor_type, actor_id, scopes, resource)
     values ($1, $2, $3, $4, $5, $6)`,
    [grant_id, client_id, actor_type, actor.id, scopes, resource]
  )
  await sql(
    `insert into gw_oauth_token (hash, kind, grant_id, scopes, expires_at) values
       ($1, 'access', $3, $4, now() + interval '1 hour'), ($2, 'refresh', $3, $4, now() + interval '30 days')`,
    [digest(tokens.access_token), digest(tokens.refresh_token), grant_id, scopes]
  )
  return tokens
}
