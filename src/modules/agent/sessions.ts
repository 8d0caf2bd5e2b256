import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Session, SessionOwner } from "./models/session"

/** A session before it is in the database. */
export type NewSession = Pick<
  Session,
  "id" | "kind" | "client_id" | "customer_id" | "wishes" | "quote" | "cart_id" | "source_id"
>

/** What a change of a session replaces. */
export type SessionChange = Partial<Pick<Session, "wishes" | "quote" | "cart_id" | "payment_id">>

const LIFETIME = { cart: "30 days", checkout: "6 hours" } as const

/** Carts and checkouts of agents. Whoever changes one holds it. */
export class Sessions {
  constructor(private readonly knex: Knex) {}

  /** Writes a session down. One with this id that is there already stays as it is. */
  async insert({ wishes, quote, ...session }: NewSession): Promise<void> {
    const expires_at = this.lifetimeOf(session.kind)
    const row = { ...session, wishes: JSON.stringify(wishes), quote: JSON.stringify(quote), expires_at }
    await this.knex("gw_session").insert(row).onConflict("id").ignore()
  }

  /** The checkout that is being made of a cart session, if there is one. */
  async checkoutOf(source_id: string, owner: SessionOwner): Promise<string | undefined> {
    const { client_id, customer_id } = owner
    const row = await this.knex("gw_session as s")
      .leftJoin("gw_payment as p", "p.id", "s.payment_id")
      .where({ source_id, "s.client_id": client_id, customer_id })
      .whereNull("s.canceled_at")
      .whereNull("p.announced_at")
      .whereRaw("s.expires_at > now()")
      .first("s.id")
    return row?.id
  }

  /**
   * Changes a session, and gives it its full time again. False, and nothing is changed, when it was canceled or another
   * attempt to pay it was begun since `session` was read: who holds a session may lose it by standing still.
   */
  async change(
    { id, kind, payment_id }: Pick<Session, "id" | "kind" | "payment_id">,
    change: SessionChange
  ): Promise<boolean> {
    const { wishes, quote, ...plain } = change
    const documents = {
      ...(wishes && { wishes: JSON.stringify(wishes) }),
      ...(quote && { quote: JSON.stringify(quote) }),
      ...(plain.payment_id && { ordered_at: this.knex.fn.now() }),
    }
    const expires_at = this.lifetimeOf(kind)
    const changed = await this.knex("gw_session")
      .where({ id, canceled_at: null })
      .whereRaw("payment_id is not distinct from ?", [payment_id])
      .update({ ...plain, ...documents, expires_at, updated_at: this.knex.fn.now() })
    return changed === 1
  }

  /**
   * Gives a session that lasts at least so many more hours, in the caller's transaction. False for one that is canceled
   * or has run out.
   */
  async prolong(id: string, hours: number, db: Knex): Promise<boolean> {
    const expires_at = this.knex.raw("greatest(expires_at, now() + make_interval(hours => ?))", [hours])
    const lasting = db("gw_session").where({ id, canceled_at: null }).whereRaw("expires_at > now()")
    return (await lasting.update({ expires_at })) === 1
  }

  /** Ends a session for good, by the request `canceled_by`; in the caller's transaction if there is one. */
  async cancel(id: string, canceled_by: string, db: Knex = this.knex): Promise<void> {
    const now = db.fn.now()
    await db("gw_session").where({ id }).update({ canceled_at: now, canceled_by, updated_at: now })
  }

  private lifetimeOf(kind: Session["kind"]) {
    return this.knex.raw("now() + ?::interval", [LIFETIME[kind]])
  }
}
