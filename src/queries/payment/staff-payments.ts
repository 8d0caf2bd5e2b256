import type { MedusaContainer } from "@medusajs/framework/types"
import { isAtProvider } from "../../domain/payment-route"
import { BANK_MODULE } from "../../modules/bank"
import type { OpenReview } from "../../modules/bank/models/difference"
import type { Payment } from "../../modules/bank/models/payment"
import type { PaymentFilter, PaymentMatch } from "../../modules/bank/overview"
import type BankService from "../../modules/bank/service"
import { clientNames, namedPages } from "../client/client-names"

/** A payment with its client's name; null for a payment of the storefront. */
export interface NamedPayment {
  readonly payment: Payment
  readonly client_name: string | null
}

/** A payment in a list. */
export interface ListedPayment extends NamedPayment {
  /** The open review reasons. */
  readonly reviews: readonly OpenReview[]
  /** Its payment providers in Medusa, if it is made through another one than the bank. */
  readonly provider_ids: readonly string[]
}

/** A page of payments, and whether there are more. */
export async function listPayments(
  container: MedusaContainer,
  filter: PaymentFilter
): Promise<{ payments: ListedPayment[]; has_more: boolean }> {
  const { overview, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const { payments, has_more } = await overview.list(filter)
  const client_ids = payments.map(({ client_id }) => client_id)
  const [nameOf, reviews, providers] = await Promise.all([
    clientNames(container, client_ids),
    overview.openReviews(payments),
    providerPayments.providersOf(payments.filter(({ route }) => isAtProvider(route))),
  ])
  const listed = payments.map((payment) => ({
    payment,
    client_name: nameOf(payment.client_id),
    reviews: reviews.get(payment.id) ?? [],
    provider_ids: providers.get(payment.id) ?? [],
  }))
  return { payments: listed, has_more }
}

/** All payments that match, newest first, in pages of at most `size`. */
export function paymentPages(
  container: MedusaContainer,
  filter: PaymentMatch,
  size: number
): AsyncGenerator<NamedPayment[], void> {
  const { overview } = container.resolve<BankService>(BANK_MODULE)
  const pages = overview.pages(filter, size)
  return namedPages(container, pages, (payment, client_name) => ({ payment, client_name }))
}
