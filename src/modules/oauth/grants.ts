import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { changeByStaff } from "../../lib/staff-audit"
import { type Page, newestFirst } from "../../lib/keyset-page"
import { type LiveConsents, liveConsents } from "./consents"
import type { Grant } from "./models/grant"

/** Consents as the staff manages them. */
export class Grants {
  constructor(private readonly knex: Knex) {}

  /** A page of a client's consents, newest first. Undefined if the cursor is invalid. */
  list(client_id: string, limit: number, cursor?: string): Promise<Page<Grant> | undefined> {
    const found = this.knex("gw_oauth_grant").where({ client_id }).select(SEEN).as("seen")
    return newestFirst<Grant>(this.knex, this.knex.from(found), "created_at", limit, cursor)
  }

  /** The usable consents of these clients, by client id. */
  liveOf(client_ids: readonly string[]): Promise<Map<string, LiveConsents>> {
    return liveConsents(this.knex, client_ids)
  }

  /**
   * Revokes a client's consent and with it all its tokens. `by` is the staff member. If it is already revoked,
   * the first reason stays. Undefined if the client has no such consent.
   */
  async revoke(
    { id, client_id }: Pick<Grant, "id" | "client_id">,
    reason: string,
    by: string
  ): Promise<Grant | undefined> {
    await changeByStaff(this.knex, (trx) =>
      trx("gw_oauth_grant")
        .where({ id, client_id, revoked_at: null })
        .update({ revoked_at: trx.fn.now(), revoked_reason: reason, updated_by: by })
    )
    return this.knex("gw_oauth_grant").where({ id, client_id }).first<Grant | undefined>(SEEN)
  }

  /** Whether a consent is usable: neither it nor its client is revoked, and it has a live token. */
  async isLive(id: string): Promise<boolean> {
    const { rows } = await this.knex.raw<{ rows: object[] }>(LIVE, [id])
    return rows.length > 0
  }
}

const SEEN = [
  "id",
  "client_id",
  "actor_type",
  "actor_id",
  "scopes",
  "resource",
  "authorization_details",
  "created_at",
  "revoked_at",
  "revoked_reason",
]

const LIVE = `
  select from gw_oauth_grant g join gw_oauth_client c on c.id = g.client_id
   where g.id = ? and g.revoked_at is null and c.status = 'approved' and exists (
     select from gw_oauth_token t
      where t.grant_id = g.id and t.expires_at > now() and t.used_at is null and t.revoked_at is null)`
