import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { nextCheckIn } from "../../domain/reconciliation"
import { newId } from "../../domain/secrets"
import type { CreatePayment } from "../../drivers/driver"
import { type Payment, toPayment } from "./models/payment"
import { withReason } from "./review"

/** What must be known before a bank is asked. Amount in minor units. */
export type NewPayment = Pick<
  Payment,
  "id" | "origin" | "intent" | "amount" | "currency" | "description" | "return_url"
> &
  Partial<
    Pick<
      Payment,
      "client_id" | "order_id" | "shop_order_id" | "order_reference" | "customer_email" | "continue_url"
    >
  >

type Column = "id" | "merchant_reference" | "session_id" | "shop_order_id" | "order_id" | "client_id"

/** The payments' rows, apart from what a snapshot changes: that is the reducer's. */
export class Payments {
  constructor(private readonly knex: Knex) {}

  /** Writes a payment down, with the reference and the idempotency key it will have at the bank for ever. */
  async prepare(payment: NewPayment): Promise<void> {
    const merchant_reference = newId("gwp")
    await this.knex("gw_payment").insert({ ...payment, merchant_reference, idempotency_key: randomUUID() })
  }

  /**
   * Ties a payment to Medusa's payment session, once. False when it is not ours to tie: unknown, taken, or for
   * another amount than the session's.
   */
  async claim(
    id: string,
    session: Pick<Payment, "amount" | "currency"> & { session_id: string }
  ): Promise<boolean> {
    const { session_id, amount, currency } = session
    const free = this.knex("gw_payment").where({ id, amount, currency }).whereNull("session_id")
    return (await free.update({ session_id })) === 1
  }

  /** From here on the settlement may act: the order, the session and the payment know each other. */
  async provision(id: string): Promise<void> {
    const now = this.knex.fn.now()
    await this.knex("gw_payment").where({ id }).whereNull("provisioned_at").update({ provisioned_at: now })
  }

  /** Forgets a payment whose order could not be placed, unless the bank may have heard of it. */
  async abandon(id: string): Promise<void> {
    await this.knex("gw_payment").where({ id, version: 0 }).whereNot({ status: "unknown" }).delete()
  }

  /** The newest payment with exactly these values. */
  async find(where: Partial<Pick<Payment, Column>>): Promise<Payment | undefined> {
    const row = await this.knex("gw_payment").where(where).orderBy("created_at", "desc").first()
    return row && toPayment(row)
  }

  async retrieve(id: string): Promise<Payment> {
    const payment = await this.find({ id })
    if (!payment) throw new Error(`no payment ${id}`)
    return payment
  }

  /** Notes that the bank's answer to our call is not known, unless a message of the bank has told it meanwhile. */
  async markUnknown(id: string): Promise<void> {
    const soon = this.knex.raw("now() + interval '15 seconds'")
    await this.touch({ id, version: 0 }, { status: "unknown", next_check_at: soon })
  }

  /** Ends a payment the bank refused to open: nothing was executed there, and nothing will be. */
  async markRefused(id: string, decline_code: string): Promise<void> {
    const decline_message = "The bank refused to open the payment."
    await this.touch(
      { id, version: 0 },
      { status: "declined", decline_code, decline_message, next_check_at: null }
    )
  }

  /** Asks for a person's eye, without changing what the payment is. Safe to repeat. */
  async noteForReview(id: string, reason: string): Promise<void> {
    await this.touch({ id }, { review_reason: withReason(this.knex, reason) })
  }

  /**
   * Takes the payments whose turn it is to be asked for at the bank, and sets their next turn in the same statement,
   * so that any number of instances ask once.
   */
  async takeDue(limit: number): Promise<Payment[]> {
    const { rows } = await this.knex.raw<{ rows: Record<string, unknown>[] }>(
      `update gw_payment set next_check_at = now() + interval '1 minute'
        where id in (
          select id from gw_payment where next_check_at <= now() and session_id is not null
          order by next_check_at limit ? for update skip locked)
        returning *`,
      [limit]
    )
    const due = rows.map(toPayment)
    for (const payment of due) await this.scheduleCheck(payment)
    return due
  }

  private async scheduleCheck({ id, status, created_at }: Payment): Promise<void> {
    const age = (Date.now() - created_at.getTime()) / 1000
    const wait = status === "unknown" || status === "created" ? 15 : nextCheckIn(age)
    const next_check_at = wait === null ? null : this.knex.raw("now() + make_interval(secs => ?)", [wait])
    await this.knex("gw_payment").where({ id }).whereNotNull("next_check_at").update({ next_check_at })
  }

  /** Payments the bank may still take money for, although their order is canceled; each once a minute. */
  async ofCanceledOrders(limit: number): Promise<Payment[]> {
    const rows = await this.knex("gw_payment as p")
      .join("order as o", "o.id", "p.order_id")
      .where("o.status", "canceled")
      .whereIn("p.status", ["requires_action", "processing", "authorized"])
      .whereNotExists(
        this.knex("gw_bank_operation as b").whereRaw(
          "b.payment_id = p.id and b.kind = 'void' and b.created_at > now() - interval '1 minute'"
        )
      )
      .orderBy("p.id")
      .limit(limit)
      .select("p.*")
    return rows.map(toPayment)
  }

  private async touch(where: Partial<Payment>, change: object): Promise<void> {
    await this.knex("gw_payment")
      .where(where)
      .update({ ...change, updated_at: this.knex.fn.now() })
  }
}

/** The call that opens a payment: the same for the first attempt and for every repeat. */
export function createCallOf(payment: Payment): CreatePayment {
  const { merchant_reference, intent, amount, currency, description, return_url, customer_email } = payment
  return {
    merchant_reference,
    intent,
    amount,
    currency,
    description,
    return_url,
    ...(customer_email && { customer_email }),
  }
}
