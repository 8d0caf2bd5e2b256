import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { REUSE_GRACE } from "./clock"

/**
 * Revokes the consent behind a code or refresh token that was used before and is shown again after the grace:
 * one of the two who held it is not the client, and which one cannot be told (RFC 9700 §4.14.2).
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
