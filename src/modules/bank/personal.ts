import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Obstacle, ObstacleCode } from "../../domain/obstacle"
import { isOpen } from "../../domain/settlement"
import { Cards } from "./cards"
import type { CardToken } from "./models/card"
import { type Payment, toPayment } from "./models/payment"

/** The payments and cards to erase, by id. */
export interface BankTraces {
  readonly payments: readonly string[]
  readonly cards: readonly string[]
}

/** How many rows of each kind were changed. */
export type BankCounts = Record<"payments" | "cards" | "bank_messages", number>

/** The personal data in payments, cards and bank messages. */
export class Personal {
  constructor(private readonly knex: Knex) {}

  /** Those of these payments that are not erased, newest first. Inside a transaction, their rows are locked. */
  async payments(ids: readonly string[], db: Knex = this.knex): Promise<Payment[]> {
    const rows = db("gw_payment")
      .whereIn("id", [...ids])
      .whereNull("erasure_id")
    if (db.isTransaction) void rows.forUpdate()
    return (await rows.orderBy([{ column: "created_at", order: "desc" }, { column: "id" }])).map(toPayment)
  }

  /** The cards saved with these payments or under one of these customer references that are not erased. */
  cards(payments: readonly string[], names: readonly string[], db: Knex = this.knex): Promise<CardToken[]> {
    return db<CardToken>("gw_card_token")
      .whereNull("erasure_id")
      .where((either) =>
        either
          .whereRaw("lower(customer_reference) = any (?)", [names.map((name) => name.toLowerCase())])
          .orWhereIn("payment_id", [...payments])
      )
      .orderBy("created_at", "desc")
  }

  /** The operations of these payments, by id. */
  operations(payments: readonly string[], db: Knex = this.knex): Promise<string[]> {
    return db("gw_bank_operation")
      .whereIn("payment_id", [...payments])
      .pluck("id")
  }

  /** Why these payments cannot be erased yet. Undefined if they can. */
  async obstacle(payments: readonly Payment[], db: Knex = this.knex): Promise<Obstacle | undefined> {
    for (const payment of payments) {
      const code = obstacleOf(payment)
      if (code) return obstacleFor(code, payment)
    }
    const { rows } = await db.raw<{ rows: { payment_id: string }[] }>(UNSETTLED, {
      ids: payments.map(({ id }) => id),
    })
    const unsettled = payments.find(({ id }) => id === rows[0]?.payment_id)
    return unsettled && obstacleFor("payment_unsettled", unsettled)
  }

  /**
   * Erases the personal data of these payments and cards within the caller's transaction. Amounts, currency,
   * ids, statuses and the last four digits of cards stay. Requests the revocation of saved cards; the caller
   * calls the bank.
   */
  async erase({ payments, cards }: BankTraces, erasure_id: string, trx: Knex): Promise<BankCounts> {
    const paid = await trx("gw_payment")
      .whereIn("id", [...payments])
      .update({ ...WITHOUT_PERSON, erasure_id })
    for (const id of cards) await new Cards(trx).requestRevocation(id)
    const saved = await trx("gw_card_token")
      .whereIn("id", [...cards])
      .update({ customer_reference: erasure_id, provider_method_id: null, ...NO_PAGES, erasure_id })
    await trx("gw_bank_operation")
      .whereIn("payment_id", [...payments])
      .update({ reason: null })
    await trx("gw_review")
      .whereIn("payment_id", [...payments])
      .update({ note: null })
    await trx("gw_hand_off")
      .whereIn("subject_id", [...payments, ...cards])
      .delete()
    const finished = trx("gw_effect")
      .whereIn("payment_id", [...payments])
      .whereNotNull("done_at")
    await finished.update({ last_error: null })
    return { payments: paid, cards: saved, bank_messages: await this.eraseMessages(erasure_id, trx) }
  }

  /** Deletes the raw messages about erased payments and cards. A trigger deletes those that arrive later. */
  async eraseMessages(erasure_id: string, db: Knex = this.knex): Promise<number> {
    let erased = 0
    for (const statement of MESSAGES) {
      const { rowCount } = await db.raw<{ rowCount: number }>(statement, [erasure_id])
      erased += rowCount
    }
    return erased
  }

  /** What was erased under this id, with Medusa's ids of the orders. */
  async erased(erasure_id: string): Promise<BankTraces & { orders: string[] }> {
    const rows: Pick<Payment, "id" | "order_id">[] = await this.knex("gw_payment")
      .where({ erasure_id })
      .select("id", "order_id")
    const cards: string[] = await this.knex("gw_card_token").where({ erasure_id }).pluck("id")
    return {
      payments: rows.map(({ id }) => id),
      cards,
      orders: rows.flatMap(({ order_id }) => order_id ?? []),
    }
  }
}

const NO_PAGES = { continue_url: null, redirect_url: null }
const WITHOUT_PERSON = {
  customer_email: null,
  description: "Erased",
  save_card: null,
  purchase_key: null,
  ...NO_PAGES,
}

/** Reasons that only report disputes do not block the erasure once those disputes have ended. */
const DISPUTES_ALONE = /^Disputed by the cardholder:[^;]*(; Disputed by the cardholder:[^;]*)*$/

const obstacleFor = (code: ObstacleCode, { id, order_id }: Payment): Obstacle => ({
  code,
  payment_id: id,
  order_id,
  approval_id: null,
  checkout_id: null,
})

function obstacleOf(payment: Payment): ObstacleCode | undefined {
  const { status, disputes, review_reason, refund_pending_amount, route } = payment
  // At another provider Medusa settles it, with data of its own.
  const isOurs = route !== "storefront"
  if (isOpen(status) && isOurs) return "payment_open"
  const isHeld = status === "authorized" || status === "partially_captured"
  if (isHeld && isOurs) return "payment_authorized"
  if (refund_pending_amount > 0) return "refund_pending"
  if (disputes.some((dispute) => dispute.status !== "won" && dispute.status !== "lost"))
    return "payment_disputed"
  if (status === "manual_review" || (review_reason && !DISPUTES_ALONE.test(review_reason)))
    return "payment_in_review"
  return undefined
}

const UNSETTLED = `
  select payment_id from gw_effect where payment_id = any (:ids) and done_at is null
  union all
  select payment_id from gw_bank_operation where payment_id = any (:ids) and status in ('requested', 'unknown')
   limit 1`

/*
 * A trigger of the table clears the other personal fields. References are collected first, because a join would
 * read the whole table.
 */
const MESSAGES = [
  ["snapshot", "gw_payment"],
  ["token", "gw_card_token"],
].map(
  ([snapshot, table]) => `
    update gw_bank_event set payload = ''
     where ${snapshot} is not null and processed_at is not null and payload <> ''
       and ${snapshot} ->> 'merchant_reference' = any (array(
         select merchant_reference from ${table} where erasure_id = ?))`
)
