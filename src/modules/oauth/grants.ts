import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Page, newestFirst } from "../../newest-first"
import { type LiveConsents, liveConsents } from "./consents"
import type { Grant } from "./models/grant"

/** The consents people have given. */
export class Grants {
  constructor(private readonly knex: Knex) {}

  /** A page of a client's consents, newest first. Undefined for a cursor that is not ours. */
  list(client_id: string, limit: number, cursor?: string): Promise<Page<Grant> | undefined> {
    const found = this.knex("gw_oauth_grant").where({ client_id }).select(SEEN).as("seen")
    return newestFirst<Grant>(this.knex, this.knex.from(found), "created_at", limit, cursor)
  }

  /** Which consents of these clients can still be used, by the client's id. */
  liveOf(client_ids: readonly string[]): Promise<Map<string, LiveConsents>> {
    return liveConsents(this.knex, client_ids)
  }

  /**
   * Revokes a consent of a client, and with it every token under it; `by` is the member of the staff who does. The
   * first reason stands. Undefined when the client has no such consent.
   */
  async revoke(
    { id, client_id }: Pick<Grant, "id" | "client_id">,
    reason: string,
    by: string
  ): Promise<Grant | undefined> {
    await this.knex("gw_oauth_grant")
      .where({ id, client_id, revoked_at: null })
      .update({ revoked_at: this.knex.fn.now(), revoked_reason: reason, updated_by: by })
    return this.knex("gw_oauth_grant").where({ id, client_id }).first<Grant | undefined>(SEEN)
  }

  /** Whether something can still be done under a consent: neither it nor its client is revoked, and a token of it is live. */
  async isLive(id: string): Promise<boolean> {
    const { rows } = await this.knex.raw<{ rows: object[] }>(LIVE, [id])
    return rows.length > 0
  }
}

const SEEN = [
  ...["id", "client_id", "actor_type", "actor_id", "scopes", "resource"],
  ...["created_at", "revoked_at", "revoked_reason"],
]

const LIVE = `
  select from gw_oauth_grant g join gw_oauth_client c on c.id = g.client_id
   where g.id = ? and g.revoked_at is null and c.status = 'approved' and exists (
     select from gw_oauth_token t
      where t.grant_id = g.id and t.expires_at > now() and t.used_at is null and t.revoked_at is null)`
