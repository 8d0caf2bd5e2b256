import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { toDecimal } from "../../domain/money"
import type { Fact } from "../../domain/settlement"
import { BANK_MODULE } from "../../modules/bank"
import type { DueEffect } from "../../modules/bank/models/effect"
import { type Payment, toPayment } from "../../modules/bank/models/payment"
import { endReviews, openReview, type ReviewReason } from "../../modules/bank/review"
import type BankService from "../../modules/bank/service"

/**
 * Writes to the metadata of the payment's order, if it has one, what the merchant must know: `gw_disputes`, a list of
 * `{id, amount, currency, reason, status, at}` with amounts in minor units, and `gw_review`, the reasons of the open
 * reviews. Both cover all payments of the order, newest first. The rest of the metadata stays. Safe to repeat.
 */
export async function noteOnOrder({ id }: Pick<Payment, "id">, container: MedusaContainer): Promise<void> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await knex.transaction((trx) => writeNotes(trx, id))
}

/**
 * Opens a review, once per reason and source, and shows it on the payment's order: both, or neither if this throws. A caller
 * that does not look again at what has had a review can therefore not lose the note. Within the caller's transaction if
 * given.
 */
export async function reviewOnOrder(
  payment_id: string,
  why: ReviewReason,
  container: MedusaContainer,
  knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
): Promise<void> {
  await knex.transaction(async (trx) => {
    if (await openReview(trx, payment_id, why)) await writeNotes(trx, payment_id)
  })
}

/**
 * Closes the open reviews of a payment whose sources begin so, with a note, and removes them from the payment's order, within
 * the caller's transaction.
 */
export async function endReviewsOnOrder(
  payment_id: string,
  ended: { readonly source: string; readonly note: string },
  trx: Knex.Transaction
): Promise<void> {
  if (await endReviews(trx, payment_id, ended)) await writeNotes(trx, payment_id)
}

/** Eight attempts take some minutes, in which a temporary failure has passed. */
const ATTEMPTS = 8

/**
 * Notifies the merchant, once, that the store repeatedly fails to record an effect; it keeps trying. The error itself
 * is only in the admin API and in the log, because customers can read an order's metadata.
 */
export async function reportFailingEffect(
  { payment_id, key, attempts }: DueEffect,
  container: MedusaContainer
): Promise<void> {
  if (attempts < ATTEMPTS) return
  const reason = `the store cannot record ${key}`
  await reviewOnOrder(payment_id, { reason, source: key }, container)
}

async function writeNotes(trx: Knex.Transaction, payment_id: string): Promise<void> {
  const { order_id } = await trx("gw_payment").where({ id: payment_id }).first<OrderOf>("order_id")
  if (!order_id) return
  // The row lock serializes two concurrent notes, so that the second one includes the first.
  const order = await trx("order").where({ id: order_id }).forUpdate().first("id")
  if (!order) return
  const payments = await trx("gw_payment").where({ order_id }).orderBy("created_at", "desc")
  // In SQL, because Medusa would overwrite the whole metadata with what it read before, and its workflow rejects
  // canceled orders.
  const metadata = trx.raw("(coalesce(metadata, '{}'::jsonb) - 'gw_review') || ?::jsonb", [
    JSON.stringify(notesOf(payments.map(toPayment))),
  ])
  await trx("order").where({ id: order_id }).update({ metadata, updated_at: trx.fn.now() })
}

type OrderOf = Pick<Payment, "order_id">

function notesOf(payments: readonly Payment[]): { gw_disputes?: object[]; gw_review?: string } {
  const gw_disputes = payments.flatMap(({ disputes, currency }) =>
    disputes.map((dispute) => ({ ...dispute, currency }))
  )
  const open = payments.filter(({ review_reason }) => review_reason)
  const reasons = open.map(({ id, review_reason }) =>
    open.length > 1 ? `${id}: ${review_reason}` : String(review_reason)
  )
  return {
    ...(gw_disputes.length && { gw_disputes }),
    ...(reasons.length && { gw_review: reasons.join("; ") }),
  }
}

/**
 * Reports the payment's disputes for review. A dispute moves no money in the store; the merchant answers it at the
 * bank.
 */
export async function noteDisputes(payment: Payment, container: MedusaContainer): Promise<Fact> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  for (const { id, amount, reason: why, status } of payment.disputes) {
    const sum = `${toDecimal(amount, payment.currency)} ${payment.currency}`
    const reason = `Disputed by the cardholder: ${sum}, ${why}, ${status}`
    await payments.noteForReview(payment.id, { reason, source: `dispute:${id}:${status}` })
  }
  return noteReview(payment, container)
}

/** Shows the payment's open review on its order, too. */
export async function noteReview(payment: Payment, container: MedusaContainer): Promise<Fact> {
  await noteOnOrder(payment, container)
  return {}
}
