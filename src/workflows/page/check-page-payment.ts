import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type { PageEnding } from "../../modules/bank/page-payments"
import type BankService from "../../modules/bank/service"
import { isPayable, providerSessions } from "../../queries/payment/provider-sessions"
import { isOrderOver } from "../payment/cancel-pending"
import { followPayment } from "../storefront/follow-payment"
import { endPagePayment } from "./end-page-payment"
import { openPage } from "./open-page"
import { recordPaid } from "./record-paid"
import { settlePayment } from "../settlement/settle-payment"

/** How long a customer can pay on the page. */
export const PAGE_SECONDS = 900

/**
 * Queries the provider about a payment on the store's page, and records in Medusa what the customer has paid, which
 * recovers a lost webhook. Opens the page of a checkout whose completion was interrupted. Ends a payment whose time is over,
 * whose order is canceled, or whose session was replaced by one that does not match it. Settles the result and returns the
 * payment as it is afterwards. Throws if the provider fails.
 */
export async function checkPagePayment(container: MedusaContainer, payment: Payment): Promise<Payment> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const { id } = payment
  await recordPaid(container, payment)
  await followPayment(container, String(payment.order_id))
  const now = await payments.retrieve(id)
  // A payment of an amount is opened before it is provisioned.
  const isUnopened = now.status === "created" && now.provisioned_at !== null
  if (!isUnopened && now.status !== "requires_action") return now
  const ending = await endingOf(container, now)
  if (!ending && !isUnopened) return now
  if (ending) await endPagePayment(container, now, ending)
  else {
    await openPage(container, id)
    await settlePayment(container, id)
  }
  return payments.retrieve(id)
}

/** How a payment that is not made ends now. Undefined if the customer can still pay. */
async function endingOf(container: MedusaContainer, payment: Payment): Promise<PageEnding | undefined> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  if (await isOrderOver(payment, container)) return "canceled"
  if ((await payments.ageOf(payment.id)) >= PAGE_SECONDS) return "expired"
  if (payment.status === "created") return undefined
  const sessions = await providerSessions(container, String(payment.order_id))
  return sessions.some((session) => isPayable(session, payment)) ? undefined : "canceled"
}
