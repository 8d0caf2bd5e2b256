import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { OpenReview } from "../../modules/bank/models/difference"
import type { Payment } from "../../modules/bank/models/payment"
import type { PaymentFilter } from "../../modules/bank/overview"
import type BankService from "../../modules/bank/service"
import { clientNames } from "../client/client-names"

/** A payment in a list, with its client's name. */
export interface ListedPayment {
  readonly payment: Payment
  readonly client_name: string | null
  /** The open review reasons. */
  readonly reviews: readonly OpenReview[]
}

/** A page of payments, newest first, and whether there are more. */
export async function listPayments(
  container: MedusaContainer,
  filter: PaymentFilter
): Promise<{ payments: ListedPayment[]; has_more: boolean }> {
  const { overview } = container.resolve<BankService>(BANK_MODULE)
  const { payments, has_more } = await overview.list(filter)
  const client_ids = payments.map(({ client_id }) => client_id)
  const [nameOf, reviews] = await Promise.all([
    clientNames(container, client_ids),
    overview.openReviews(payments),
  ])
  const listed = payments.map((payment) => ({
    payment,
    client_name: nameOf(payment.client_id),
    reviews: reviews.get(payment.id) ?? [],
  }))
  return { payments: listed, has_more }
}
