import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problem } from "../../domain/errors"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { changeByStaff, noteAct } from "../../staff-change"
import { reconcilePayment } from "./reconcile-payment"

/**
 * Asks the bank for a payment now, because a member of the staff wants it, and settles it. That it was asked is in the
 * audit, whatever the bank says. Throws `payment_not_found`, and `bank_unavailable` without an answer.
 */
export async function askByStaff(
  container: MedusaContainer,
  payment_id: string,
  by: string
): Promise<Payment> {
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.find({ id: payment_id })
  if (!payment) throw problem("payment_not_found", { payment_id })
  const { client_id, order_id } = payment
  const act = { type: "payment_reconcile_asked", by, client_id, detail: { payment_id, order_id } }
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await changeByStaff(knex, (trx) => noteAct(trx, act))
  try {
    return await reconcilePayment(container, payment)
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    throw problem("bank_unavailable", { payment_id }, error.outcome === "unknown" ? NO_ANSWER : error.message)
  }
}

const NO_ANSWER = "The bank did not answer. Nothing was changed; the store goes on asking by itself."
