import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CardCharges } from "../../domain/card-mandate"
import { digest } from "../../domain/secrets"
import type { Actor } from "./models/authorization-request"
import type { Token } from "./models/token"

/** A live token with its consent's audience and actor. */
export interface LiveToken extends Pick<Token, "kind" | "scopes" | "jkt" | "created_at" | "expires_at"> {
  readonly resource: string
  readonly actor_type: Actor["type"]
  readonly actor_id: string
  readonly authorization_details: readonly CardCharges[] | null
}

/**
 * The token, if it was issued to this client and is usable by the database's clock. An exchanged refresh token
 * is not.
 */
export async function findLiveToken(
  knex: Knex,
  token: string,
  client_id: string
): Promise<LiveToken | undefined> {
  const { rows } = await knex.raw<{ rows: LiveToken[] }>(
    `select t.kind, t.scopes, t.jkt, t.created_at, t.expires_at, g.resource, g.actor_type, g.actor_id,
            g.authorization_details
     from gw_oauth_token t
     join gw_oauth_grant g on g.id = t.grant_id
     join gw_oauth_client c on c.id = g.client_id
     where t.hash = ? and c.id = ? and c.status <> 'revoked' and g.revoked_at is null
       and t.expires_at > now() and t.used_at is null and t.revoked_at is null`,
    [digest(token), client_id]
  )
  return rows[0]
}
