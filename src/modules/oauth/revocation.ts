import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest } from "../../domain/secrets"

/**
 * Revokes a token of this client (RFC 7009 §2.1). An access token is revoked alone. A refresh token, even an
 * exchanged one, revokes the consent and all its tokens. Another client's token stays unchanged.
 */
export async function revokeToken(knex: Knex, token: string, client_id: string): Promise<void> {
  const own = [digest(token), client_id]
  await knex.raw(
    `update gw_oauth_token t set revoked_at = now() from gw_oauth_grant g
     where t.hash = ? and g.client_id = ? and t.kind = 'access' and t.revoked_at is null and g.id = t.grant_id`,
    own
  )
  await knex.raw(
    `update gw_oauth_grant g set revoked_at = now(), revoked_reason = 'revoked_by_client' from gw_oauth_token t
     where t.hash = ? and g.client_id = ? and t.kind = 'refresh' and g.revoked_at is null and g.id = t.grant_id`,
    own
  )
}
