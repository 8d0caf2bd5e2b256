import type { PaymentPage, SessionData } from "../../domain/payment-pages/payment-page"
import type { Setting } from "../../gateway/customer-pages/customer-page"
import type { RawReply } from "../../gateway/reply"
import type { Payment } from "../../modules/bank/models/payment"
import type { GatewayOptions } from "../../options"

/** What a page knows besides the payment. */
export interface PageContext {
  readonly page: PaymentPage
  /** The provider's data of the payment session. */
  readonly data: SessionData
  readonly options: GatewayOptions
  /** Whether the customer comes from the provider and has not paid there. */
  readonly has_failed: boolean
}

/** Renders the page on which a customer makes a payment. */
export type PaymentPageHtml = (payment: Payment, context: PageContext, setting: Setting) => RawReply
