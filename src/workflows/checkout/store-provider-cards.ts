import { problemIn } from "../../domain/errors"
import { pageOf } from "../../domain/payment-pages"
import { logOf } from "../../lib/log"
import type { Session } from "../../modules/agent/models/session"
import { BANK_MODULE } from "../../modules/bank"
import type { Mandate } from "../../modules/bank/provider-cards"
import type BankService from "../../modules/bank/service"
import { routeOfCart } from "../../payment-routes"
import { providerCards } from "../../queries/payment/provider-cards"
import { usableIn } from "./saved-card-mandate"
import type { SessionCaller } from "./session-caller"

type Shopping = Pick<Session, "id" | "client_id" | "customer_id" | "kind" | "cart_id" | "quote">

/**
 * Stores the cards that the customer of a checkout has saved at the provider of the store's page, if they consented that this
 * client charges them in the checkout's currency: the checkout lists them from here on. If the provider fails or Medusa has no
 * account of the customer there, the cards that are stored already stay.
 */
export async function storeProviderCards(session: Shopping, caller: SessionCaller): Promise<void> {
  const { id, client_id, customer_id } = session
  if (!customer_id) return
  const { providerCards: stored } = caller.container.resolve<BankService>(BANK_MODULE)
  try {
    const mandate = await mandateFor(session, customer_id, caller)
    const provider_id = mandate && (await pageProviderOf(session, caller))
    if (!mandate || !provider_id) return
    const cards = await providerCards(caller.container, provider_id, customer_id)
    if (cards) await stored.store({ client_id, customer_id, provider_id }, mandate, cards)
  } catch (error) {
    logOf(caller.container).warn(`checkout ${id} lists no new saved cards: ${(error as Error).message}`)
  }
}

/** The mandate of the customer's newest consent to this client. Undefined if it allows no charge. */
async function mandateFor(
  { client_id, quote: { currency } }: Shopping,
  customer_id: string,
  { container }: SessionCaller
): Promise<Mandate | undefined> {
  const { mandates } = container.resolve<BankService>(BANK_MODULE)
  const consent = await mandates.consented(client_id, customer_id)
  const mandate = consent && usableIn(consent.authorization_details, currency)
  return mandate && { ...mandate, consent_id: consent.id }
}

/** The provider of the store's page on which the checkout is paid. Undefined if it is paid otherwise, or not at all yet. */
async function pageProviderOf({ kind, cart_id }: Shopping, { container }: SessionCaller) {
  if (kind !== "checkout" || !cart_id) return undefined
  const configured = await routeOfCart(container, cart_id).catch((error: unknown) => {
    if (problemIn(error)?.code !== "no_payment_route") throw error
  })
  const { payment_routes } = container.resolve<BankService>(BANK_MODULE).options
  return configured?.route === "page" && pageOf(configured.provider, payment_routes)?.savedCard
    ? configured.provider
    : undefined
}
