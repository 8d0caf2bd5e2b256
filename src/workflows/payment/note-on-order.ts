import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { toDecimal } from "../../domain/money"
import { BANK_MODULE } from "../../modules/bank"
import { type Payment, toPayment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import type { Fact } from "./effects"

/**
 * Shows on the order, where there is one, what the merchant must know of its payments: `metadata.gw_disputes`, a list of
 * `{id, amount, currency, reason, status, at}` with amounts in minor units, and `metadata.gw_review`, why a person must
 * look, for as long as one must. Of several payments each is shown, the newest first. Nothing else in the metadata
 * changes. Safe to repeat.
 */
export async function noteOnOrder({ id }: Payment, container: MedusaContainer): Promise<void> {
  const { order_id } = await container.resolve<BankService>(BANK_MODULE).payments.retrieve(id)
  if (!order_id) return
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await knex.transaction(async (trx) => {
    // Of two payments noted at once the second is noted behind the first, and sees it.
    const order = await trx("order").where({ id: order_id }).forUpdate().first("id")
    if (!order) return
    const payments = await trx("gw_payment").where({ order_id }).orderBy("created_at", "desc")
    // Medusa reads the metadata, and writes it back whole; its workflow does not touch a canceled order at all.
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

/** A dispute moves no money of the store's. The merchant must know of it, and answer it at the bank. */
export async function noteDisputes(payment: Payment, container: MedusaContainer): Promise<Fact> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  for (const { id, amount, reason: why, status } of payment.disputes) {
    const sum = `${toDecimal(amount, payment.currency)} ${payment.currency}`
    const reason = `Disputed by the cardholder: ${sum}, ${why}, ${status}`
    await payments.noteForReview(payment.id, { reason, source: `dispute:${id}:${status}` })
  }
  return noteReview(payment, container)
}

/** Why a person must look at a payment stands on its order, too. */
export async function noteReview(payment: Payment, container: MedusaContainer): Promise<Fact> {
  await noteOnOrder(payment, container)
  return {}
}
