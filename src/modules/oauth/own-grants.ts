import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Page, newestFirst } from "../../lib/keyset-page"
import type { Grant } from "./models/grant"

/** A consent as its customer sees it. */
export type OwnGrant = Pick<
  Grant,
  "id" | "client_id" | "scopes" | "resource" | "authorization_details" | "created_at"
> & {
  readonly client_name: string
  /** When the latest token was issued; null before the first. */
  readonly last_issued_at: Date | null
  /** When the last token or authorization code that the client can use expires. */
  readonly expires_at: Date
  /** Whether the client can get new tokens. */
  readonly is_renewable: boolean
}

/** The consents of customers, for their own account pages. */
export class OwnGrants {
  constructor(private readonly knex: Knex) {}

  /** A page of a customer's usable consents, newest first. Undefined if the cursor is invalid. */
  list(customer_id: string, limit: number, cursor?: string): Promise<Page<OwnGrant> | undefined> {
    const usable = this.knex("gw_oauth_grant as g")
      .join("gw_oauth_client as c", "c.id", "g.client_id")
      .where({ "g.actor_type": "customer", "g.actor_id": customer_id, "g.revoked_at": null })
      .where("c.status", "approved")
      .whereRaw(USABLE_GRANT)
      .select("g.id", "g.client_id", "g.scopes", "g.resource", "g.created_at", "c.name as client_name")
      .select("g.authorization_details")
      .select([LAST_ISSUED, EXPIRES, IS_RENEWABLE].map((column) => this.knex.raw(column)))
    return newestFirst<OwnGrant>(this.knex, this.knex.from(usable.as("own")), "created_at", limit, cursor)
  }

  /**
   * Revokes a customer's consent and with it all its tokens, from the next call on. A revoked consent stays
   * unchanged. False if the customer has no such consent.
   */
  async revoke(id: string, customer_id: string): Promise<boolean> {
    const own = () => this.knex("gw_oauth_grant").where({ id, actor_type: "customer", actor_id: customer_id })
    const ended = { revoked_at: this.knex.fn.now(), revoked_reason: "customer_revoked", updated_by: null }
    if (await own().whereNull("revoked_at").update(ended)) return true
    return (await own().first("id")) !== undefined
  }
}

const TOKENS = `from gw_oauth_token t
  where t.grant_id = g.id and t.expires_at > now() and t.used_at is null and t.revoked_at is null`

const CODES = "from gw_oauth_code d where d.grant_id = g.id and d.used_at is null and d.expires_at > now()"

/** Whether a consent (`g`) has a token or an authorization code that a client can use. */
export const USABLE_GRANT = `(exists (select ${TOKENS}) or exists (select ${CODES}))`

const LAST_ISSUED = `(select max(t.created_at) from gw_oauth_token t where t.grant_id = g.id) as last_issued_at`

const EXPIRES = `greatest((select max(t.expires_at) ${TOKENS}), (select max(d.expires_at) ${CODES})) as expires_at`

const IS_RENEWABLE = `(exists (select ${TOKENS} and t.kind = 'refresh') or exists (select ${CODES})) as is_renewable`
