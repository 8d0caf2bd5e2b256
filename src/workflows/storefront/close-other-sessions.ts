import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { answerWithin } from "../../lib/answer-within"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { type OtherSession, otherSessions, sourceOf } from "../../queries/payment/other-sessions"
import { noteOnOrder } from "../settlement/note-on-order"

/** A provider's client may wait much longer or for ever. */
const WAIT_SECONDS = 30

/**
 * Closes the payment sessions at other providers with which agents' orders that are paid at the plugin's bank could be paid
 * again. Before it deletes a session, Medusa has the provider's module delete the payment, which Stripe's module cancels. A
 * session that the provider does not close within 30 seconds, or of which Medusa has recorded a payment, needs manual review,
 * once, and is not tried again: the customer may have paid it. A failing provider does not stop the other sessions. Safe on
 * any number of instances.
 */
export async function closeOtherSessions(
  container: MedusaContainer,
  payment_ids: readonly string[]
): Promise<void> {
  for (const session of await otherSessions(container, payment_ids)) await close(container, session)
}

async function close(container: MedusaContainer, session: OtherSession): Promise<void> {
  const { session_id, provider_id, has_payment, payment_id } = session
  if (has_payment) return review(container, session, PAID)
  const silent = `${provider_id} did not answer within ${WAIT_SECONDS} seconds`
  const deletion = container.resolve(Modules.PAYMENT).deletePaymentSession(session_id)
  try {
    await answerWithin(WAIT_SECONDS * 1000, deletion, silent)
  } catch (error) {
    // Another server may have closed it at the same time.
    const open = await otherSessions(container, [payment_id])
    if (!open.some((one) => one.session_id === session_id)) return
    logOf(container).warn(`payment session ${session_id} is not closed: ${(error as Error).message}`)
    await review(container, session, NOT_CLOSED)
  }
}

async function review(container: MedusaContainer, session: OtherSession, why: string): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const { payment_id, provider_id } = session
  const reason = `The order is paid at the bank. ${why} Check it at ${provider_id}, and cancel or refund it there.`
  if (await payments.noteForReview(payment_id, { reason, source: sourceOf(session) }))
    await noteOnOrder(await payments.retrieve(payment_id), container)
}

const PAID = "A second payment of the order is recorded."

const NOT_CLOSED = "A second payment of the order could not be canceled, and the customer may have paid it."
