import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import type { CreatePayment } from "../../drivers/driver"
import { type Payment, toPayment } from "./models/payment"

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

/** Writes a payment down, with the reference and the idempotency key it will have at the bank for ever. */
export async function insertPayment(knex: Knex, payment: NewPayment): Promise<void> {
  await knex("gw_payment").insert({
    ...payment,
    merchant_reference: newId("gwp"),
    idempotency_key: randomUUID(),
  })
}

/**
 * Ties a payment to Medusa's payment session, once. False when it is not ours to tie: unknown, taken, or for
 * another amount than the session's.
 */
export async function claimPayment(
  knex: Knex,
  id: string,
  session: Pick<Payment, "amount" | "currency"> & { session_id: string }
): Promise<boolean> {
  const { session_id, amount, currency } = session
  const changed = await knex("gw_payment")
    .where({ id, amount, currency })
    .whereNull("session_id")
    .update({ session_id })
  return changed === 1
}

/** Forgets a payment no bank has answered for. */
export async function deletePayment(knex: Knex, id: string): Promise<void> {
  await knex("gw_payment").where({ id, version: 0 }).whereNot({ status: "unknown" }).delete()
}

/** From here on the settlement may act: the order, the session and the payment know each other. */
export async function provisionPayment(knex: Knex, id: string): Promise<void> {
  await knex("gw_payment").where({ id }).whereNull("provisioned_at").update({ provisioned_at: knex.fn.now() })
}

type Column = "id" | "bank_payment_id" | "session_id" | "shop_order_id" | "order_id" | "client_id"

/** The newest payment with exactly these values. */
export async function findPayment(
  knex: Knex,
  where: Partial<Pick<Payment, Column>>
): Promise<Payment | undefined> {
  const row = await knex("gw_payment").where(where).orderBy("created_at", "desc").first()
  return row && toPayment(row)
}

/** Payments the bank may or may not have opened: our call's outcome was never learned. */
export async function unresolvedPayments(
  knex: Knex,
  olderThanSeconds: number,
  limit: number
): Promise<Payment[]> {
  const rows = await knex("gw_payment")
    .whereIn("status", ["created", "unknown"])
    .whereNotNull("session_id")
    .andWhereRaw("updated_at < now() - make_interval(secs => ?)", [olderThanSeconds])
    .orderBy("updated_at")
    .limit(limit)
  return rows.map(toPayment)
}

/** Notes that the bank's answer to our call is not known, unless a message of the bank has told it meanwhile. */
export async function markUnknown(knex: Knex, id: string): Promise<void> {
  await knex("gw_payment").where({ id, version: 0 }).update({ status: "unknown", updated_at: knex.fn.now() })
}

/** Ends a payment the bank refused to open: nothing was executed there, and nothing will be. */
export async function markRefused(knex: Knex, id: string, code: string): Promise<void> {
  await knex("gw_payment").where({ id, version: 0 }).update({
    status: "declined",
    decline_code: code,
    decline_message: "The bank refused to open the payment.",
    updated_at: knex.fn.now(),
  })
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
