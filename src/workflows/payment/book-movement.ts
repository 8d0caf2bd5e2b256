import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer, OrderTransactionDTO, PaymentDTO } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { type Booking, compareBookings, type Recorded } from "../../domain/bookings"
import type { Payment } from "../../modules/bank/models/payment"
import { sumUp } from "./sum-up"

type Kind = "capture" | "refund"

/**
 * Makes the order tell of a recorded capture or refund what its record tells: in one transaction, with its amount, and
 * in the sums. Medusa's workflows do that themselves, but a crash may come in between, and of two refunds at once each
 * may book the other with its own amount. To be called when the workflow that began the movement is over.
 */
export async function bookMovement(
  reference: Kind,
  { order_id, currency }: Pick<Payment, "order_id" | "currency">,
  record: PaymentDTO,
  movement_id: string,
  container: MedusaContainer
): Promise<void> {
  if (!order_id) return
  const orders = container.resolve(Modules.ORDER)
  const recorded = recordedIn(record, reference)
  const reference_id = [record.id, ...recorded.map(({ id }) => id)]
  const booked = await orders.listOrderTransactions({ order_id, reference, reference_id })
  const names = { payment_id: record.id, due: movement_id }
  const { wrong, missing } = compareBookings(recorded, booked.map(bookingOf), names)
  if (wrong.length) await orders.deleteOrderTransactions(wrong)
  const currency_code = currency.toLowerCase()
  const due = missing.map(({ id, amount }) => ({
    order_id,
    currency_code,
    reference,
    reference_id: id,
    amount,
  }))
  if (due.length) await orders.addOrderTransactions(due)
  await sumUp(container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION), order_id, record)
}

function recordedIn({ captures, refunds }: PaymentDTO, kind: Kind): Recorded[] {
  const of = (records: PaymentDTO["captures"], sign: number) =>
    (records ?? []).map(({ id, amount }) => ({ id, amount: sign * Number(amount) }))
  return kind === "capture" ? of(captures, 1) : of(refunds as PaymentDTO["captures"], -1)
}

function bookingOf({ id, reference_id, amount }: OrderTransactionDTO): Booking {
  return { id, reference_id, amount: Number(amount) }
}
