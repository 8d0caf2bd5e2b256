import type { MedusaContainer } from "@medusajs/framework/types"
import { isAtProvider } from "../../domain/payment-route"
import { BANK_MODULE } from "../../modules/bank"
import type { OpenReview } from "../../modules/bank/models/difference"
import { type Movable, movableOf } from "../../modules/bank/models/movable"
import type { Payment } from "../../modules/bank/models/payment"
import type { PaymentTrace } from "../../modules/bank/models/payment-trace"
import type { TimelineEntry } from "../../modules/bank/models/timeline"
import type BankService from "../../modules/bank/service"
import { type PaymentCompanions, companionsOf } from "./payment-companions"
import { timelineOf } from "./payment-timeline"
import { clientNames } from "../client/client-names"

/** A payment with its history. */
export interface TracedPayment extends PaymentTrace, PaymentCompanions {
  readonly payment: Payment
  readonly client_name: string | null
  /** The open review reasons. */
  readonly reviews: readonly OpenReview[]
  readonly movable: Movable
  readonly timeline: readonly TimelineEntry[]
}

/** One payment for the merchant's staff; undefined when there is none with the id. */
export async function tracedPayment(
  container: MedusaContainer,
  id: string
): Promise<TracedPayment | undefined> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { payments, overview } = bank
  const payment = await payments.find({ id })
  if (!payment) return undefined
  const companions = await companionsOf(container, payment)
  const [trace, reviews, timeline, nameOf, movable] = await Promise.all([
    overview.trace(payment),
    overview.openReviews([payment]),
    timelineOf(container, payment, companions.session_id),
    clientNames(container, [payment.client_id]),
    movableAt(bank, payment),
  ])
  const client_name = nameOf(payment.client_id)
  const open = reviews.get(payment.id) ?? []
  return { payment, client_name, reviews: open, movable, ...companions, ...trace, timeline }
}

/** Another provider captures one payment of the order at a time, each completely. */
async function movableAt(bank: BankService, payment: Payment): Promise<Movable> {
  const can = bank.capabilitiesOf(payment)
  const movable = movableOf(payment, can)
  if (!isAtProvider(payment.route) || can.capture === "none") return movable
  return { ...movable, capture: await bank.providerPayments.toCapture(payment) }
}
