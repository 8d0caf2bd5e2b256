import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { toDecimal } from "../../domain/money"
import type { Fact } from "../../domain/settlement"
import { BANK_MODULE } from "../../modules/bank"
import { type Payment, toPayment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"

/**
 * Writes to the metadata of the payment's order, if it has one, what the merchant must know: `gw_disputes`, a list of
 * `{id, amount, currency, reason, status, at}` with amounts in minor units, and `gw_review`, the reasons of the open
 * reviews. Both cover all payments of the order, newest first. The rest of the metadata stays. Safe to repeat.
 */
export async function noteOnOrder({ id }: Payment, container: MedusaContainer): Promise<void> {
  const { order_id } = await container.resolve<BankService>(BANK_MODULE).payments.retrieve(id)
  if (!order_id) return
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await knex.transaction(async (trx) => {
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
  })
}

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
