import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  BigNumberInput,
  MedusaContainer,
  OrderTransactionDTO,
  PaymentDTO,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { type Booking, compareBookings, type Recorded } from "../../domain/movements"
import { decimalOf } from "../../lib/minor-units"
import type { Payment } from "../../modules/bank/models/payment"
import { findStrayTransactions } from "../../queries/payment/stray-transactions"
import { recomputeTotals } from "./recompute-totals"

type Kind = "capture" | "refund"

/**
 * Makes the order's transactions match the capture or refund records of its Medusa payment: one transaction per record
 * with the record's amount, and correct totals. A transaction of a record that no longer exists is deleted. Medusa's workflows usually write the transactions themselves. They do
 * not when a crash interrupts them, when two concurrent refunds write each other's transaction with their own amount,
 * or when a refund of a canceled order has failed. `due` are the ids of the records for which no running workflow will
 * write one.
 */
export async function recordMovements(
  reference: Kind,
  { order_id, currency }: Pick<Payment, "order_id" | "currency">,
  record: PaymentDTO,
  due: readonly string[],
  container: MedusaContainer
): Promise<void> {
  if (!order_id) return
  const orders = container.resolve(Modules.ORDER)
  const recorded = recordedIn(record, reference)
  const reference_id = [record.id, ...recorded.map(({ id }) => id)]
  const booked = await orders.listOrderTransactions({ order_id, reference, reference_id })
  const names = { payment_id: record.id, due }
  const { wrong, missing } = compareBookings(recorded, booked.map(bookingOf), names)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const deleted = [...new Set([...wrong, ...(await findStrayTransactions(knex, order_id))])]
  if (deleted.length) await orders.deleteOrderTransactions(deleted)
  const currency_code = currency.toLowerCase()
  const added = missing.map(({ id, amount }) => ({
    order_id,
    currency_code,
    reference,
    reference_id: id,
    amount,
  }))
  if (added.length) await orders.addOrderTransactions(added)
  await recomputeTotals(knex, order_id, record)
}

function recordedIn({ captures, refunds }: PaymentDTO, kind: Kind): Recorded[] {
  const [records, sign] = kind === "capture" ? [captures, 1] : [refunds, -1]
  return (records ?? []).map(({ id, amount }: { id: string; amount?: BigNumberInput }) => ({
    id,
    amount: decimalOf(MathBN.mult(amount ?? 0, sign)),
  }))
}

function bookingOf({ id, reference_id, amount }: OrderTransactionDTO): Booking {
  return { id, reference_id, amount: decimalOf(amount) }
}
