import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import type { SessionNow } from "../../../queries/sessions"
import { settleAndWait } from "../../../workflows/payment/settle-payment"
import { type Call } from "../../call"
import { json } from "../../reply"
import { PathId } from "../../schemas"
import { keyed } from "../keyed"
import { versionOf } from "../negotiation/agreement"
import { meansIn } from "../payment-handler/instruments"
import { CHECKOUT_MEMBERS, Payment } from "../session/body"
import { UNCHANGED, missingMessages } from "../session/messages"
import { holding } from "../session/sessions"
import { changed } from "../session/wishes"
import { notePlatformAddress } from "../webhook/platform-address"
import { refuseEnded } from "./ended"
import { outcome, pay } from "./pay"
import { checkoutStatus, checkoutView } from "./view"

const Completion = z.object({ id: PathId, payment: Payment, buyer: CHECKOUT_MEMBERS.buyer })
type Completion = z.infer<typeof Completion>

/**
 * `POST /checkout-sessions/{id}/complete` (UCP: Checkout, complete): places the order, unpaid, and starts the signed
 * payment; the answer says where the buyer proves it. A kept card is charged at once. While a payment is under way, asking
 * again begins no other one.
 * Throws `checkout_incomplete` as long as something is missing, and `invalid_state` for one that has ended. A payment
 * the bank has refused at once is answered 402, with the checkout, which can be completed again.
 */
export const completeCheckout = keyed({
  name: "checkout.complete",
  prefix: "pay",
  access: "dev.ucp.shopping.checkout:manage",
  input: Completion,
  async run({ id, payment, buyer }: Completion, call, payment_id) {
    const means = meansIn(payment?.instruments ?? [], call)
    return holding("checkout", id, call, async (session) => {
      if (await isBegun(session, payment_id, call)) return outcome(session, call)
      const status = checkoutStatus(session)
      refuseEnded(id, status)
      if (status === "requires_escalation" || status === "complete_in_progress")
        return json(checkoutView(session, call, saysSo(call) ? [UNCHANGED] : []))
      refuseIncomplete(session)
      await notePlatformAddress(id, call)
      // The order of an attempt that came to nothing gives its stock back before another one reserves it.
      if (session.attempt) await settleAndWait(call.container, session.attempt.id)
      const wishes = changed(session.wishes, { ...(payment && { payment }), ...(buyer && { buyer }) })
      return pay({ told: session, wishes, means }, payment_id, call)
    })
  },
})

/** Whether a platform is told that completing again has changed nothing (UCP: Actions); 2026-04-08 just gives the checkout. */
const saysSo = (call: Call) => versionOf(call) !== "2026-04-08"

/** Whether this very request was here before, and a crash has kept its answer back: it never pays twice. */
async function isBegun({ payment_id: newest }: SessionNow, id: string, call: Call): Promise<boolean> {
  if (!newest) return false
  return Boolean(await call.container.resolve<BankService>(BANK_MODULE).payments.find({ id }))
}

function refuseIncomplete(session: SessionNow): void {
  if (checkoutStatus(session) === "ready_for_complete") return
  const missing = missingMessages(session.wishes, session.quote)
  const isDelivery = missing.some(({ path }) => path?.startsWith("$.fulfillment"))
  const message = isDelivery ? "Fulfillment address and option must be selected" : undefined
  throw problem(
    "checkout_incomplete",
    { issues: missing.map(({ path, content }) => ({ path, message: content })) },
    message
  )
}
