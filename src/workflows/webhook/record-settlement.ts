import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Decline, Effect } from "../../domain/settlement"
import type { WebhookEventType } from "../../domain/webhook"
import type { DueEffect } from "../../modules/bank/models/effect"
import type { Payment } from "../../modules/bank/models/payment"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type WebhookService from "../../modules/webhook/service"
import { sessionOfPayment } from "../../queries/payment/payment-sessions"

/** The webhook events that each effect causes once the order was announced. */
const EVENTS_OF_EFFECT: Partial<Record<Effect, readonly WebhookEventType[]>> = {
  authorized: ["order.created", "order.authorized", "checkout.completed"],
  captured: ["order.created", "order.paid", "checkout.completed"],
  capture: ["order.paid"],
  refund: ["order.refunded"],
  refund_failed: ["order.updated"],
  voided: ["order.updated"],
  failed: ["order.updated"],
  dispute: ["order.disputed"],
  nothing_due: ["order.created", "checkout.completed"],
}

/** The events of an order that is placed. An order of the storefront has them before its payment. */
const PLACING: readonly WebhookEventType[] = ["order.created", "checkout.completed"]

/** Effects that end a payment attempt before its order was announced. */
const ENDINGS: readonly Effect[] = ["authorized", "captured", "voided", "failed"]

/** The outcome of an effect, for webhook events. */
export interface Settlement {
  readonly payment: Payment
  readonly due: DueEffect
  readonly error?: Decline | undefined
}

/**
 * Stores the webhook events of an effect, in the transaction that ends the effect. Only payments of checkouts have
 * events. Returns whether there is an event to deliver.
 */
export async function recordSettlement(
  trx: Knex,
  settlement: Settlement,
  container: MedusaContainer
): Promise<boolean> {
  const { payment, due } = settlement
  const types = typesOf(settlement)
  const session = types.length ? await sessionOfPayment(trx, payment) : undefined
  if (!session) return false
  const { outbox } = container.resolve<WebhookService>(WEBHOOK_MODULE)
  let isRecorded = false
  for (const type of types) {
    const isOfOrder = type.startsWith("order.") && type !== "order.payment_failed"
    const event = {
      type,
      ...session,
      data: dataOf(settlement),
      aggregate: isOfOrder ? String(payment.order_id) : session.session_id,
      order_id: payment.announced_at ? payment.order_id : null,
      dedupe_key: `${type}:${payment.id}:${due.key}`,
    }
    isRecorded = (await outbox.record(event, trx)) || isRecorded
  }
  return isRecorded
}

/** For clients, an order does not exist before it is announced. */
function typesOf({ payment, due, error }: Settlement): readonly WebhookEventType[] {
  const events = EVENTS_OF_EFFECT[due.effect] ?? []
  if (payment.route === "storefront") return events.filter((type) => !PLACING.includes(type))
  if (payment.announced_at) return events
  const hasFailed = due.effect === "failed" || error !== undefined
  return hasFailed && ENDINGS.includes(due.effect) ? ["order.payment_failed"] : []
}

/** The event data that the order itself does not contain. */
function dataOf({ payment, due, error }: Settlement): Record<string, unknown> {
  const { decline_code, decline_message, currency, disputes } = payment
  const { effect, movement, key } = due
  const decline = error ?? (decline_code && { code: decline_code, message: decline_message ?? "" })
  if (!payment.announced_at)
    return decline ? { decline: { code: decline.code, message: decline.message } } : {}
  const dispute = effect === "dispute" && disputes.find(({ id }) => key.startsWith(`dispute:${id}:`))
  return {
    ...(movement && effect === "capture" && { capture: { amount: movement.amount, currency } }),
    ...(movement && effect === "refund" && { refund: { amount: movement.amount, currency } }),
    ...(dispute && { dispute: { ...dispute, currency } }),
  }
}
