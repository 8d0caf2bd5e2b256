import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { toDecimal } from "../../domain/money"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import type { Fact } from "./effects"

/**
 * Shows on the order, where there is one, what the merchant must know of its payment: `metadata.gw_disputes`, a list of
 * `{id, amount, currency, reason, status, at}` with amounts in minor units, and `metadata.gw_review`, why a person must
 * look, for as long as one must. Nothing else in the metadata changes. Safe to repeat.
 */
export async function noteOnOrder({ id }: Payment, container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { order_id, disputes, currency, review_reason } = await bank.payments.retrieve(id)
  const notes = {
    ...(disputes.length && { gw_disputes: disputes.map((dispute) => ({ ...dispute, currency })) }),
    ...(review_reason && { gw_review: review_reason }),
  }
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  // Medusa reads the metadata, and writes it back whole; its workflow does not touch a canceled order at all.
  const metadata = knex.raw("(coalesce(metadata, '{}'::jsonb) - 'gw_review') || ?::jsonb", [
    JSON.stringify(notes),
  ])
  if (order_id) await knex("order").where({ id: order_id }).update({ metadata, updated_at: knex.fn.now() })
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
