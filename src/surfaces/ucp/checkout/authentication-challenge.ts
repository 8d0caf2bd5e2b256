import { z } from "@medusajs/framework/zod"
import type { CheckoutStatus } from "../../../domain/checkout"
import { problem } from "../../../domain/errors"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import type { SessionNow } from "../../../queries/checkout/sessions"
import { challengePage } from "../../../gateway/action-page"
import type { Call } from "../../../gateway/call"
import { settingOf } from "../../../gateway/customer-pages/customer-page"
import { agentPaymentPage } from "../../../gateway/customer-pages/payment-page"
import { operation } from "../../../gateway/operation"
import { PathId } from "../../../gateway/schemas"
import { paymentAuthentication } from "../capabilities/payment-authentication"
import type { Envelope } from "../negotiation/agreement"

const ACTION = "dev.ucp.common.payment.three_ds_challenge"

/**
 * The action of a checkout that waits for customer authentication: the platform shows the challenge page (UCP:
 * Payment authentication). Undefined when the platform has not negotiated the capability, or named no instrument.
 */
export function challengeOf(
  { attempt, requested }: SessionNow,
  status: CheckoutStatus,
  { capabilities }: Envelope,
  { base_url }: Call
): object | undefined {
  const instrument = requested.instruments.find(({ selected }) => selected) ?? requested.instruments[0]
  const isAgreed = paymentAuthentication.name in capabilities
  if (!attempt || !instrument || !isAgreed || status !== "requires_escalation") return undefined
  const url = `${base_url}/gw-ucp/v1/challenge/${attempt.id}`
  return { [ACTION]: [{ id: attempt.id, config: { payment_instrument_id: instrument.id, url } }] }
}

/**
 * The challenge page for customer authentication. It leads to the bank while the bank waits for customer authentication, and shows the
 * outcome afterwards.
 */
export const showChallenge = operation({
  access: "discovery",
  input: z.object({ id: PathId }),
  async run({ id }, call) {
    const payment = await call.container.resolve<BankService>(BANK_MODULE).payments.find({ id })
    if (!payment?.cart_id || payment.origin !== "order") throw problem("payment_not_found")
    const isWaiting = payment.status === "requires_action" && payment.redirect_url
    return isWaiting
      ? challengePage(payment, String(paymentAuthentication.since), await settingOf(call))
      : agentPaymentPage(payment, call)
  },
})
