import type { SessionData } from "../../domain/payment-pages/payment-page"
import type { Setting } from "../../gateway/customer-pages/customer-page"
import type { RawReply } from "../../gateway/reply"
import type { Payment } from "../../modules/bank/models/payment"
import type { GatewayOptions } from "../../options"

/** What a page knows besides the payment. */
export interface PageContext {
  /** The provider's data of the payment session. */
  readonly data: SessionData
  readonly options: GatewayOptions
}

/** Renders the page on which a customer makes a payment. */
export type PaymentPageHtml = (payment: Payment, context: PageContext, setting: Setting) => RawReply
