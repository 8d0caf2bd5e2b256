import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { TestingProblem } from "./testing-problem"

/**
 * Approves an open payment at the bank simulator as the shopper would with a test card. `id` is that of the payment or
 * of its checkout session, whose current payment counts. The bank then notifies the store.
 */
export async function approvePayment(
  container: MedusaContainer,
  bank_control: string,
  id: string
): Promise<{ payment_id: string; status: string }> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const payments = knex<{ id: string; bank_payment_id: string | null }>("gw_payment")
  const payment = await payments
    .where({ id })
    .orWhereIn("id", knex("gw_session").select("payment_id").where({ id }))
    .first()
  if (!payment?.bank_payment_id) throw new TestingProblem(404, `No payment or checkout ${id} is at the bank.`)
  const answer = await fetch(`${bank_control}/_sim/approve`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ payment_id: payment.bank_payment_id }),
  })
  if (!answer.ok)
    throw new TestingProblem(answer.status, `The bank rejected the approval: ${await answer.text()}`)
  return { payment_id: payment.id, status: "approved" }
}
