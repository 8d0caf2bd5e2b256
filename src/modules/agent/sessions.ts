import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Session, SessionOwner } from "./models/session"

/** The data of a session before it is stored. */
export type NewSession = Pick<
  Session,
  "id" | "kind" | "client_id" | "customer_id" | "requested" | "quote" | "cart_id" | "source_id"
>

/** The parts of a session that a change replaces. */
export type SessionChange = Partial<
  Pick<
    Session,
    "requested" | "quote" | "quote_changes" | "cart_id" | "payment_id" | "duplicate_of" | "duplicate_by"
  >
>

/** Whether the customer has the session's cart in the storefront, where their payment may still be found. */
const IS_FOLLOWED = `exists (select from gw_storefront_hand_off h
                      where h.session_id = s.id and h.order_id is null and h.next_check_at is not null)`

const LIFETIME = { cart: "30 days", checkout: "6 hours" } as const

/** Cart and checkout sessions of agents. A caller that changes one must hold its lock. */
export class Sessions {
  constructor(private readonly knex: Knex) {}

  /** Stores a session. An existing one with this id stays unchanged. */
  async insert({ requested, quote, ...session }: NewSession): Promise<void> {
    const expires_at = this.lifetimeOf(session.kind)
    const row = { ...session, requested: JSON.stringify(requested), quote: JSON.stringify(quote), expires_at }
    await this.knex("gw_session").insert(row).onConflict("id").ignore()
  }

  /** The open checkout session created from a cart session, if there is one. */
  async checkoutOf(source_id: string, owner: SessionOwner): Promise<string | undefined> {
    const { client_id, customer_id } = owner
    const row = await this.knex("gw_session as s")
      .leftJoin("gw_payment as p", "p.id", "s.payment_id")
      .where({ source_id, "s.client_id": client_id, customer_id })
      .whereNull("s.canceled_at")
      .whereNull("p.announced_at")
      .whereRaw(`(s.expires_at > now() or ${IS_FOLLOWED})`)
      .first("s.id")
    return row?.id
  }

  /** Whether a checkout session created from a cart session has become an order. */
  async isBought(source_id: string, { client_id, customer_id }: SessionOwner): Promise<boolean> {
    const row = await this.knex("gw_session as s")
      .join("gw_payment as p", "p.id", "s.payment_id")
      .where({ source_id, "s.client_id": client_id, customer_id })
      .whereNotNull("p.announced_at")
      .first("s.id")
    return row !== undefined
  }

  /**
   * Changes a session and renews its lifetime. Returns false, and changes nothing, if the session was canceled, its cart
   * was handed to the customer, or another payment attempt started since `session` was read: a process that was paused
   * may have lost the session's lock.
   */
  async change(
    { id, kind, payment_id }: Pick<Session, "id" | "kind" | "payment_id">,
    change: SessionChange
  ): Promise<boolean> {
    const { requested, quote, quote_changes, ...plain } = change
    const documents = {
      ...(requested && { requested: JSON.stringify(requested) }),
      ...(quote && { quote: JSON.stringify(quote) }),
      ...(quote_changes !== undefined && { quote_changes: quote_changes && JSON.stringify(quote_changes) }),
      ...(plain.payment_id && { ordered_at: this.knex.fn.now() }),
    }
    const expires_at = this.lifetimeOf(kind)
    return this.knex.transaction(async (trx) => {
      // Before the condition is read: a hand-off that begins meanwhile locks the session, too.
      await trx("gw_session").where({ id }).forUpdate().first("id")
      const changed = await this.unchanged({ id, payment_id }, trx)
        .whereNotExists(trx("gw_storefront_hand_off").where({ session_id: id }))
        .update({ ...plain, ...documents, expires_at, updated_at: trx.fn.now() })
      return changed === 1
    })
  }

  /** Stores the quote of a cart that its customer has changed in the storefront. Does not renew the lifetime. */
  async follow(id: string, quote: Session["quote"]): Promise<void> {
    await this.knex("gw_session")
      .where({ id, payment_id: null })
      .update({ quote: JSON.stringify(quote) })
  }

  /** Stores the order that a session's customer has placed in the storefront, in the caller's transaction. */
  async order(id: string, payment_id: string, quote: Session["quote"], trx: Knex): Promise<void> {
    const ordered = { payment_id, quote: JSON.stringify(quote), quote_changes: null }
    await trx("gw_session")
      .where({ id })
      .update({ ...ordered, ordered_at: trx.fn.now(), updated_at: trx.fn.now() })
  }

  /**
   * Extends the lifetime of a session to at least this many hours from now, in the caller's transaction. False
   * if the session is canceled or expired.
   */
  async prolong(id: string, hours: number, db: Knex): Promise<boolean> {
    const expires_at = this.knex.raw("greatest(expires_at, now() + make_interval(hours => ?))", [hours])
    const lasting = db("gw_session").where({ id, canceled_at: null }).whereRaw("expires_at > now()")
    return (await lasting.update({ expires_at })) === 1
  }

  /**
   * Cancels a session for good, in the caller's transaction. `canceled_by` is the id of the request. False if it
   * was canceled or another payment attempt has started since it was read.
   */
  async cancel(
    { id, payment_id }: Pick<Session, "id" | "payment_id">,
    canceled_by: string,
    trx: Knex
  ): Promise<boolean> {
    const now = trx.fn.now()
    const unchanged = this.unchanged({ id, payment_id }, trx)
    return (await unchanged.update({ canceled_at: now, canceled_by, updated_at: now })) === 1
  }

  /** The session, unless it was canceled or another payment attempt has started since it was read. */
  private unchanged({ id, payment_id }: Pick<Session, "id" | "payment_id">, trx: Knex) {
    return trx("gw_session")
      .where({ id, canceled_at: null })
      .whereRaw("payment_id is not distinct from ?", [payment_id])
  }

  private lifetimeOf(kind: Session["kind"]) {
    return this.knex.raw("now() + ?::interval", [LIFETIME[kind]])
  }
}
