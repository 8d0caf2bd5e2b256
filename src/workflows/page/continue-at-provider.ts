import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { logOf } from "../../lib/log"
import { decimalOf } from "../../lib/minor-units"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import {
  collectionOf,
  isPayable,
  type ProviderSession,
  providerSessions,
} from "../../queries/payment/provider-sessions"
import { providerStatus } from "../../queries/payment/provider-status"
import { withPaymentsLease } from "../order/lease-payments"
import { isOrderOver } from "../payment/cancel-pending"
import { PAGE_SECONDS } from "./check-page-payment"
import { isOver } from "./end-at-provider"
import { endPagePayment } from "./end-page-payment"

/** How many payments the store opens at the provider for one order. */
const MAX_PAYMENTS = 10

/** The provider's own page on which a customer makes a payment. */
export interface ProviderAddress {
  readonly url: string
  /** The provider's name for customers. */
  readonly name: string
}

/**
 * The provider's own page on which the customer makes a payment now. If the payment at the provider has ended, by a decline for
 * example, opens another one for the same order; at most one can be made at a time, also when several requests arrive at
 * once. Cancels the payment if the last of ten has ended. Undefined if the payment cannot be made any more, is made, or the
 * provider has no page of its own. Throws if the provider fails.
 */
export async function continueAtProvider(
  container: MedusaContainer,
  payment: Payment
): Promise<ProviderAddress | undefined> {
  const found = await openAddress(container, payment)
  if (found !== "used_up") return found
  await endPagePayment(container, payment, "canceled")
  return undefined
}

function openAddress(
  container: MedusaContainer,
  { id, order_id }: Payment
): Promise<ProviderAddress | "used_up" | undefined> {
  return withPaymentsLease(String(order_id), container, async () => {
    const { payments } = container.resolve<BankService>(BANK_MODULE)
    const payment = await payments.retrieve(id)
    const sessions = await providerSessions(container, String(order_id))
    const [newest] = sessions.filter((one) => isRedirecting(one) && isPayable(one, payment))
    if (!newest || payment.status !== "requires_action") return undefined
    if (sessions.some(({ has_payment }) => has_payment)) return undefined
    const open = await openAmong(container, sessions)
    if (open) return open.page?.made.includes(open.status) ? undefined : addressOf(open)
    const isLate = (await payments.ageOf(id)) >= PAGE_SECONDS || (await isOrderOver(payment, container))
    if (isLate) return undefined
    if (sessions.filter(isRedirecting).length >= MAX_PAYMENTS) return "used_up"
    return addressOf(await openAnother(container, payment, newest))
  })
}

/** Whether the last payment that the customer could make at the provider has ended without being made. Changes nothing. */
export async function hasEndedAtProvider(container: MedusaContainer, payment: Payment): Promise<boolean> {
  const sessions = (await providerSessions(container, String(payment.order_id))).filter(isRedirecting)
  return sessions.length > 0 && (await openAmong(container, sessions)) === undefined
}

const isRedirecting = ({ page, data }: ProviderSession): boolean =>
  page?.view === "redirect" && page.isCreated(data)

function addressOf({ page, data }: ProviderSession): ProviderAddress | undefined {
  const url = page?.checkoutUrl(data)
  return page && url ? { url, name: page.name } : undefined
}

/** The newest session whose payment at the provider has not ended, with its status there. */
async function openAmong(container: MedusaContainer, sessions: readonly ProviderSession[]) {
  for (const session of sessions.filter(isRedirecting)) {
    const status = await providerStatus(container, session)
    if (!isOver(status)) return { ...session, status }
  }
  return undefined
}

/**
 * Opens another session beside the one that has ended. Not with Medusa's workflow, which deletes that one: the module of the
 * provider may refuse to delete a payment that has ended.
 */
async function openAnother(
  container: MedusaContainer,
  payment: Payment,
  { provider_id, page, amount, currency }: ProviderSession
): Promise<ProviderSession> {
  const order_id = String(payment.order_id)
  const { id } = await container
    .resolve(Modules.PAYMENT)
    .createPaymentSession(await collectionOf(container, order_id), {
      provider_id,
      amount: decimalOf(amount),
      currency_code: currency.toLowerCase(),
      data: { ...page?.sessionData(payment.description) },
    })
  const opened = (await providerSessions(container, order_id)).find(({ session_id }) => session_id === id)
  if (!opened || !isPayable(opened, payment)) throw new Error(`${provider_id} has not opened another payment`)
  logOf(container).info(`payment ${payment.id} continues with session ${id}`)
  return opened
}
