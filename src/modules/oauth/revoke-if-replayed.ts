import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { REUSE_GRACE } from "./clock"

/**
 * Revokes the consent of an authorization code or refresh token that is used again after the grace period: one
 * of its two holders is not the client, and the server cannot know which (RFC 9700 §4.14.2).
 */
export async function revokeIfReplayed(
  knex: Knex,
  table: "gw_oauth_code" | "gw_oauth_token",
  hash: string
): Promise<void> {
  await knex.raw(
    `update gw_oauth_grant g set revoked_at = now(), revoked_reason = 'reuse_detected' from ?? used
     where used.hash = ? and used.used_at < now() - make_interval(secs => ?)
       and g.id = used.grant_id and g.revoked_at is null`,
    [table, hash, REUSE_GRACE]
  )
}
