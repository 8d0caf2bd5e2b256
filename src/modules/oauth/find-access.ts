import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest } from "../../domain/secrets"
import type { Client } from "./models/client"
import type { Grant } from "./models/grant"

/** What a live access token proves. */
export interface Access {
  client_id: string
  client_name: string
  client_status: Client["status"]
  flavor: Client["flavor"]
  scopes: string[]
  grant_id: string
  actor_type: Grant["actor_type"]
  actor_id: string
}

/**
 * Looks an access token up in one statement: live by the database's clock, or of a revoked client, which is told
 * apart from an unknown token.
 */
export async function findAccess(
  knex: Knex,
  token: string
): Promise<(Access & Pick<Grant, "resource">) | undefined> {
  const { rows } = await knex.raw<{ rows: (Access & Pick<Grant, "resource">)[] }>(
    `select c.id as client_id, c.name as client_name, c.status as client_status, c.flavor, t.scopes,
            g.id as grant_id, g.actor_type, g.actor_id, g.resource
     from gw_oauth_token t
     join gw_oauth_grant g on g.id = t.grant_id
     join gw_oauth_client c on c.id = g.client_id
     where t.hash = ? and t.kind = 'access'
       and (c.status = 'revoked' or (t.expires_at > now() and t.revoked_at is null and g.revoked_at is null))`,
    [digest(token)]
  )
  return rows[0]
}
