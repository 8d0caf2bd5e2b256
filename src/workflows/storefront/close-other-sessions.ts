import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { MANUAL_PROVIDER_ID, providersOf } from "../../domain/payment-route"
import { answerWithin } from "../../lib/answer-within"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { type OtherSession, otherSessions, sourceOf } from "../../queries/payment/other-sessions"
import { ProviderError, providerStatus } from "../../queries/payment/provider-status"
import { reviewOnOrder } from "../settlement/note-on-order"

/** A provider's client may wait much longer, or without end. */
const WAIT_SECONDS = 30

/**
 * Closes the sessions with which an agent's order that is paid at the plugin's bank could be paid again at another provider.
 * A session is deleted only if its provider reports that no payment of it is made or in progress; Medusa then has the
 * provider's module delete the payment, which Stripe's module cancels. Any other session needs manual review, once, and is
 * not tried again: it is paid, its provider does not close it within 30 seconds, or Medusa has recorded its payment (which
 * needs a review even after another one). If the provider does not report the status within 30 seconds, the session is left for the
 * next run of the job, and needs review once the order and the session are older than an hour. A failure is logged and does
 * not stop the other sessions. One server at a time handles a session. Safe on any number of instances.
 */
export async function closeOtherSessions(
  container: MedusaContainer,
  payment_ids: readonly string[]
): Promise<void> {
  for (const session of await otherSessions(container, payment_ids))
    try {
      await closeAlone(container, session)
    } catch (error) {
      logOf(container).warn(`payment session ${session.session_id} is not closed: ${messageOf(error)}`)
    }
}

/**
 * Starts to close the other sessions of an order, which its settlement does not wait for. If this fails, or the process ends,
 * the job closes them that follows the payments.
 */
export function beginToCloseOtherSessions(container: MedusaContainer, payment_id: string): void {
  closeOtherSessions(container, [payment_id]).catch((error: unknown) =>
    logOf(container).warn(`the other sessions of payment ${payment_id} are not closed: ${messageOf(error)}`)
  )
}

async function closeAlone(container: MedusaContainer, found: OtherSession): Promise<void> {
  const { cartLocks } = container.resolve<BankService>(BANK_MODULE)
  const lock = await cartLocks.acquire(`payment session ${found.session_id}`)
  try {
    // Read again: the previous holder of the lock may have closed it.
    const session = await readAgain(container, found)
    if (session) await closeOrReview(container, session)
  } finally {
    await lock.release()
  }
}

/** The session as it is now; undefined if it is closed, or needs no review any more. */
async function readAgain(
  container: MedusaContainer,
  { session_id, payment_id }: OtherSession
): Promise<OtherSession | undefined> {
  const open = await otherSessions(container, [payment_id])
  return open.find((one) => one.session_id === session_id)
}

async function closeOrReview(container: MedusaContainer, session: OtherSession): Promise<void> {
  const { payment_id, provider_id } = session
  const why = session.has_payment ? RECORDED : await close(container, session)
  if (why === undefined) return
  const reason = `The order is paid at the bank. ${why} Check it at ${provider_id}, and cancel or refund it there.`
  await reviewOnOrder(payment_id, { reason, source: sourceOf(session) }, container)
}

/** Closes a session at its provider. Returns why it needs review if it is not closed. */
async function close(container: MedusaContainer, session: OtherSession): Promise<string | undefined> {
  const { session_id, provider_id } = session
  try {
    if (await isPaying(container, session)) return PAYING
    const deletion = container.resolve(Modules.PAYMENT).deletePaymentSession(session_id)
    const silent = `${provider_id} did not answer within ${WAIT_SECONDS} seconds`
    await answerWithin(WAIT_SECONDS * 1000, deletion, silent)
    return undefined
  } catch (error) {
    logOf(container).warn(`payment session ${session_id} is not closed: ${messageOf(error)}`)
    if (error instanceof ProviderError && !session.is_overdue) return undefined
    // Medusa, or a server that has lost the lock, may have deleted it meanwhile.
    return (await readAgain(container, session)) && NOT_CLOSED
  }
}

/**
 * Medusa's manual provider is not queried: it moves no money, and has no status. A provider that no route names, for payments
 * on delivery for example, may report every session as authorized, also one that no customer has confirmed.
 */
async function isPaying(container: MedusaContainer, session: OtherSession): Promise<boolean> {
  const { provider_id, is_deferred } = session
  if (provider_id === MANUAL_PROVIDER_ID) return false
  const status = await providerStatus(container, session)
  if (status !== "authorized") return MADE.includes(status)
  const { payment_routes } = container.resolve<BankService>(BANK_MODULE).options
  return is_deferred || providersOf(payment_routes).includes(provider_id)
}

/** The statuses of a payment that a customer has made, also in a way that the provider confirms later. */
const MADE: readonly string[] = ["captured", "pending_authorization"]

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const RECORDED = "A second payment of the order is recorded."

const PAYING = "Its customer has made a second payment, which is not recorded in Medusa."

const NOT_CLOSED = "A second payment of the order could not be canceled, and the customer may have paid it."
