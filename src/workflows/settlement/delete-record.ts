import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { UnexecutedRecord } from "../../queries/payment/unexecuted-records"
import { medusaPaymentOf } from "./mirror-movement"
import { recomputeTotals } from "./recompute-totals"

/**
 * Deletes from Medusa's records a capture or refund that the bank has not executed. Medusa does so itself when our
 * provider reports the failure, unless the store was killed before. It does not delete the order transaction that
 * another workflow may have written. Safe to repeat.
 */
export async function deleteRecord(
  { kind, medusa_id, payment_id }: UnexecutedRecord,
  container: MedusaContainer
): Promise<void> {
  if (!medusa_id) return
  const payments = container.resolve(Modules.PAYMENT)
  if (kind === "capture") await payments.deleteCaptures([medusa_id])
  if (kind === "refund") await payments.deleteRefunds([medusa_id])
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.retrieve(payment_id)
  const record = await medusaPaymentOf(payment, container)
  if (!record || !payment.order_id) return
  await unbook(payment.order_id, medusa_id, container)
  await recomputeTotals(
    container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION),
    payment.order_id,
    record
  )
}

/** Deletes the order transaction: the workflow of another movement may have booked this one along with its own. */
async function unbook(order_id: string, reference_id: string, container: MedusaContainer): Promise<void> {
  const orders = container.resolve(Modules.ORDER)
  const booked = await orders.listOrderTransactions({ order_id, reference_id })
  if (booked.length) await orders.deleteOrderTransactions(booked.map(({ id }) => id))
}
