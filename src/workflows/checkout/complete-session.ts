import type { MedusaContainer } from "@medusajs/framework/types"
import type { Agreement } from "../../domain/card"
import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import type { Credential } from "../../domain/payment-pages/credential"
import type { AmountRoute, ConfiguredRoute } from "../../domain/payment-route"
import { ConcurrencyLimiter } from "../../lib/concurrency-limiter"
import { reached, untilFrozen } from "../../lib/failpoints"
import { logOf } from "../../lib/log"
import { isMedusaRefusal } from "../../lib/medusa-refusal"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import { returnAddress } from "../../modules/bank/return-address"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/checkout/sessions"
import { openPage } from "../page/open-page"
import { withOwnProvider } from "../page/with-own-provider"
import { attemptFor, settleAndWait } from "../settlement/settle-payment"
import { undoAttempt } from "../settlement/undo-order"
import { withStockLocks } from "../stock/with-stock-locks"
import { deleteExpiredLock } from "../storefront/medusa-lock"
import { purchaseKeyOf } from "./check-purchase"
import { placeOrderWorkflow } from "./place-order"

/** How a checkout is paid. */
export interface Paying {
  /** The payment's id. Stays the same when the request is repeated after a crash, so that there is one payment. */
  readonly payment_id: string
  /** The saved card to charge; null when the customer pays on the bank's page. */
  readonly card_token_id: string | null
  /** What the provider of the store's page charges at once; null when the customer pays on the page. Never stored. */
  readonly credential: Credential | null
  /** The agreement under which the card that the customer pays with is saved; null when it is not. */
  readonly save_card: Agreement | null
  /** The equal purchase that this one may repeat. */
  readonly may_repeat: string | null
  /** The IP address of the call. */
  readonly address: string
  /** Called when the order is placed, before the bank is called. */
  endTurn(): void
}

/**
 * The number of orders that a server places at once. One order keeps a processor busy, so more at once are not faster:
 * they only take database connections from each other, and find out later that an item is sold out.
 */
const AT_ONCE = 4

const limiter = new ConcurrencyLimiter(AT_ONCE)

/**
 * Quotes a checkout and places its order when it is this request's turn, in the order of arrival. `act` calls `endTurn`
 * before it waits for anything other than the database; otherwise the turn ends with it.
 */
export function inPlacementQueue<T>(act: (endTurn: () => void) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const turn = () =>
      new Promise<void>((endTurn) => void act(endTurn).finally(endTurn).then(resolve, reject))
    void limiter.run(() => untilFrozen(turn))
  })
}

/**
 * Places the order of a complete checkout, then has the bank open a payment page for the customer or charge a saved
 * card, or charges a credential or opens the store's page, by the payment's route. The session shows the attempt and its outcome. Call while
 * holding the lock of the session; does nothing when another holder has begun an attempt meanwhile. Returns false when
 * Medusa cannot place the order of this cart; then nothing is left of the attempt. Throws `spending_limit`,
 * `duplicate_purchase` or `unpaid_limit` when the payment must not be made.
 */
export async function completeSession(
  container: MedusaContainer,
  session: SessionNow & { readonly cart_id: string },
  { payment_id: id, card_token_id, credential, save_card, may_repeat, address, endTurn }: Paying,
  { route, bank: bank_account = DEFAULT_ACCOUNT }: ConfiguredRoute<AmountRoute>
): Promise<boolean> {
  const { client_id, customer_id, cart_id, requested, quote } = session
  const { sessions } = container.resolve<AgentService>(AGENT_MODULE)
  const bank = container.resolve<BankService>(BANK_MODULE)
  // Stored before the payment exists: after a crash, either no payment has this id, or the payment shows how it ended.
  if (!(await sessions.change(session, { payment_id: id }))) return true
  await reached("attempt_begun", id, session.id)
  const card = session.cards.find((one) => one.id === card_token_id)
  // On the store's page, the customer takes part if the card's issuer wants that.
  const isCharged = card_token_id !== null && route === "bank"
  const payment = {
    id,
    client_id,
    cart_id,
    checkout_id: session.id,
    route,
    bank_account,
    card_token_id,
    save_card,
    purchase_key: purchaseKeyOf(session),
    may_repeat,
    origin: "order" as const,
    intent: "sale" as const,
    amount: quote.total,
    currency: quote.currency,
    description: `Checkout ${session.id}`,
    customer_email: requested.buyer.email ?? null,
    held_by: { customer_id, email: requested.buyer.email ?? null, address },
    return_url: isCharged ? null : returnAddress(bank.options.base_url, id),
    ...(card?.provider_id && { card_brand: card.brand, card_last4: card.last4 }),
  }
  const gw_agent = originOf(session)
  const lock = await bank.cartLocks.acquire(cart_id)
  try {
    await deleteExpiredLock(container, cart_id)
    const medusa = withStockLocks(route === "page" ? withOwnProvider(container) : container)
    await placeOrderWorkflow(medusa).run({ input: { payment, metadata: { gw_agent } } })
  } catch (error) {
    const { warn } = logOf(container)
    // Medusa's workflow engine may fail to compensate when its own table responds slowly. What cannot be deleted now
    // either is ended with the interrupted payments.
    const wasLeft = await undoAttempt(id, lock, container).catch((failure: Error) => {
      warn(`checkout ${session.id} is not undone yet: ${failure.message}`)
      return true
    })
    if (!wasLeft && !isMedusaRefusal(error)) throw error
    warn(`checkout ${session.id}: ${(error as Error).message}`)
    return false
  } finally {
    await lock.release()
  }
  endTurn()
  // From here on the order stays, whatever fails, and a job opens the payment.
  await attemptFor(container, id, () =>
    route === "page" ? openPage(container, id, credential) : bank.paymentCalls.open(id)
  )
  await settleAndWait(container, id)
  return true
}

/** The `gw_agent` metadata of an order: the agent that placed it, and what the agent sent along for the merchant. */
export function originOf({ id: session_id, client_id, requested }: SessionNow): object {
  const { attribution, note, metadata = {} } = requested
  return {
    client_id,
    session_id,
    ...(hasMembers(attribution) && { attribution }),
    ...(note && { note }),
    ...(hasMembers(metadata) && { metadata }),
  }
}

const hasMembers = (value: object) => Object.keys(value).length > 0
