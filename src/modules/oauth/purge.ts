import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/* Codes are kept for a day after they expire, so that a late replay of a used code is still detected. */
const EXPIRED = [
  "delete from gw_oauth_request where expires_at < now()",
  "delete from gw_oauth_pushed_request where expires_at < now()",
  "delete from gw_oauth_code where expires_at < now() - interval '1 day'",
  "delete from gw_oauth_token where expires_at < now()",
  "delete from gw_oauth_assertion where expires_at < now()",
  "delete from gw_oauth_signature where expires_at < now()",
  "delete from gw_oauth_dpop_proof where expires_at < now()",
  "delete from gw_oauth_attempt where expires_at < now()",
  "delete from gw_oauth_account_session where expires_at < now()",
  `delete from gw_oauth_client c where created_at < now() - interval '30 days' and status <> 'revoked'
     and not exists (select from gw_oauth_grant g where g.client_id = c.id)
     and not exists (select from gw_oauth_request r where r.client_id = c.id)`,
]

/** Deletes expired rows, and clients that got no consent within 30 days. */
export async function purgeExpired(knex: Knex): Promise<void> {
  for (const statement of EXPIRED) await knex.raw(statement)
}
