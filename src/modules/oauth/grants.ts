import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { changeByStaff } from "../../staff-change"
import type { Grant } from "./models/grant"

/** The consents people have given. */
export class Grants {
  constructor(private readonly knex: Knex) {}

  /** A page of a client's consents, newest first, and how many there are in all. */
  async list(client_id: string, limit: number, offset: number): Promise<[Grant[], number]> {
    const matching = this.knex<Grant>("gw_oauth_grant").where({ client_id })
    const columns = ["id", "client_id", "actor_type", "actor_id", "scopes", "resource"] as const
    const grants = await matching
      .clone()
      .select(...columns, "created_at", "revoked_at", "revoked_reason")
      .orderBy([{ column: "created_at", order: "desc" }, { column: "id" }])
      .limit(limit)
      .offset(offset)
    const [total] = await matching.clone().count<{ count: string }[]>({ count: "*" })
    return [grants as Grant[], Number(total?.count)]
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
    await changeByStaff(this.knex, (trx) =>
      trx("gw_oauth_grant")
        .where({ id, client_id, revoked_at: null })
        .update({ revoked_at: trx.fn.now(), revoked_reason: reason, updated_by: by })
    )
    return this.knex<Grant>("gw_oauth_grant").where({ id, client_id }).first()
  }

  /** Whether something can still be done under a consent: neither it nor its client is revoked, and a token of it is live. */
  async isLive(id: string): Promise<boolean> {
    const { rows } = await this.knex.raw<{ rows: object[] }>(LIVE, [id])
    return rows.length > 0
  }
}

const LIVE = `
  select from gw_oauth_grant g join gw_oauth_client c on c.id = g.client_id
   where g.id = ? and g.revoked_at is null and c.status = 'approved' and exists (
     select from gw_oauth_token t
      where t.grant_id = g.id and t.expires_at > now() and t.used_at is null and t.revoked_at is null)`
