import type { MedusaContainer } from "@medusajs/framework/types"
import type { Agreement } from "../../domain/card"
import { type CardCharges, offeredMandate, termsUnder } from "../../domain/card-mandate"
import { problem, problemIn } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type { CardCharge } from "../../modules/bank/card-mandates"
import type BankService from "../../modules/bank/service"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import type { SavedCard, SessionNow } from "../../queries/checkout/sessions"
import { accountOf, type PaymentMethod, savesCardsAt } from "./saved-cards"
import type { SessionCaller } from "./session-caller"

/**
 * The card, if the customer's mandate covers charging it without them for this checkout. Null when the customer must
 * authenticate the payment. The binding check is made when the payment `id` is stored.
 */
export async function coveredCard(
  card: SavedCard | null,
  { quote }: SessionNow,
  id: string,
  { container }: SessionCaller
): Promise<SavedCard | null> {
  if (!card) return null
  const charge = { id, card_token_id: card.id, amount: quote.total, currency: quote.currency }
  return (await isCovered(charge, container)) ? card : null
}

/** Whether the customer's mandate and their consent cover a charge of a saved card without them now. */
export async function isCovered(charge: CardCharge, container: MedusaContainer): Promise<boolean> {
  try {
    await container.resolve<BankService>(BANK_MODULE).mandates.check(charge)
    return true
  } catch (thrown) {
    if (isBeyondMandate(thrown)) return false
    throw thrown
  }
}

/** Whether a charge was refused because the customer's mandate does not cover it. */
export const isBeyondMandate = (thrown: unknown) => problemIn(thrown)?.code === "mandate_limit"

/**
 * The agreement of a buyer who saves a card: later purchases through the same platform, within the mandate that they
 * consented to, or without such a consent within the merchant's default, which the bank's page shows. Throws
 * `invalid_params` when the bank of the checkout saves no cards, or there is no mandate in the checkout's currency.
 */
export async function agreementOf(
  session: SessionNow,
  { path }: PaymentMethod,
  { container }: SessionCaller
): Promise<Agreement | null> {
  const { client_id, customer_id, quote } = session
  if (!customer_id) return null
  const { currency } = quote
  if (!savesCardsAt(accountOf(session, { container }), { container }))
    throw mustBeFalse(path, `the bank that takes payments in ${currency} does not save cards`)
  const { mandates } = container.resolve<BankService>(BANK_MODULE)
  const consent = await mandates.consented(client_id, customer_id)
  const mandate = consent
    ? usableIn(consent.authorization_details, currency)
    : await defaultIn(currency, container)
  if (mandate) return { customer_reference: customer_id, usage: "unscheduled", terms: termsUnder(mandate) }
  throw mustBeFalse(path, `the buyer has agreed to no charges of a saved card in ${currency}`)
}

const mustBeFalse = (path: string, reason: string) =>
  problem("invalid_params", { issues: [{ path: `${path}.save_card`, message: `must be false: ${reason}` }] })

/** The mandate in a currency under which something can be charged now. Undefined if there is none. */
export function usableIn(mandates: readonly CardCharges[], currency: string): CardCharges | undefined {
  const mandate = mandates.find((one) => one.currency === currency)
  const isUsable =
    mandate && Math.min(mandate.max_per_charge, mandate.max_per_month) > 0 && isAhead(mandate.expires_at)
  return isUsable ? mandate : undefined
}

const isAhead = (moment: string) => Date.parse(moment) > Date.now()

async function defaultIn(currency: string, container: SessionCaller["container"]) {
  const { card_mandate } = await container.resolve<PolicyService>(POLICY_MODULE).settings()
  return offeredMandate(card_mandate, currency, new Date())
}
