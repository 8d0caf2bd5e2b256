import { STRIPE_STOREFRONT } from "../../integration-tests/support/hand-off"
import { everySetting } from "../../integration-tests/support/store-keys"
import { STRIPE, stripe, stripeKeys } from "../../integration-tests/support/stripe"
import { readIntents, storefrontLedgerOf } from "../audit/stripe-ledger"
import { AFTERWARDS } from "../load/acts/afterwards"
import { WHILE_OPEN } from "../load/acts/while-open"
import { OPENINGS } from "../load/openings"
import { ucpDigital } from "../load/openings/checkout"
import { disturbStripe, STRIPE_FAULTS } from "../page/disturb-stripe"
import { exactAtStripe } from "../page/exact-at-stripe"
import { closeReviews } from "../page/reviews"
import { handedOver } from "../storefront/handed-over"
import { readCheckouts } from "../storefront/read-checkouts"
import { DECLINED, STOREFRONT_SHOPPERS } from "../storefront/shoppers"
import { checkPaidCarts } from "../storefront/skip-delays"
import { cancelUnsure } from "./at-bank"
import type { ChaosMode } from "./chaos-mode"
import { possibleParts } from "./possible-parts"

const NO_A2A = "payments of A2A are not made in the storefront"
const NO_CARDS = "the plugin saves no card through another provider than the bank"
const NOT_HANDED_OVER = "no agent has filled it"
const CAPTURED_AT_ONCE = "the run's payments are captured by Stripe at once"
const NOT_RECORDED = "Medusa does not record a refund whose response from its provider is lost"
const NOT_NOTIFIED = "Medusa is not notified of a refund in Stripe's dashboard"
const AT_BANK = "the customer pays in the storefront, which has no such address"

const LEFT_OUT: ChaosMode["left_out"] = {
  "agent sale": NO_A2A,
  "agent sale that the merchant must approve": NO_A2A,
  "agent sale that saves the card": NO_CARDS,
  "saved card charged": NO_CARDS,
  "saved card charged beyond its mandate": NO_CARDS,
  "agent authorization": NO_A2A,
  "storefront cart": NOT_HANDED_OVER,
  "storefront cart of digital goods": NOT_HANDED_OVER,
  "UCP checkout at no cost": "it has no payment",
  "merchant's order paid in the app": NOT_HANDED_OVER,
  "merchant's order paid with a payment link": NOT_HANDED_OVER,
  "order edit paid with a payment link": NOT_HANDED_OVER,
  "forges the return": AT_BANK,
  "queries the status": NO_A2A,
  "cancels the order": NO_A2A,
  "cancels the task": NO_A2A,
  "completes the cart": "customers of this route complete their carts",
  "starts the payment again": "customers of this route begin their payments",
  cancel: NOT_RECORDED,
  refund: NOT_RECORDED,
  "refund in parts": NOT_RECORDED,
  "refund too much": NOT_RECORDED,
  "refund while canceling": NOT_RECORDED,
  "refund by staff and admin": NOT_RECORDED,
  "refund by agent and admin": NOT_RECORDED,
  "refund to approve and in the admin": NOT_RECORDED,
  "refund at the bank": NOT_NOTIFIED,
  "refund at the bank and in the admin": NOT_NOTIFIED,
  "refund by the agent": NO_A2A,
  "capture by staff": CAPTURED_AT_ONCE,
  "capture by the agent": CAPTURED_AT_ONCE,
  "void by staff": CAPTURED_AT_ONCE,
  capture: CAPTURED_AT_ONCE,
  "capture in parts": CAPTURED_AT_ONCE,
  "capture a part": CAPTURED_AT_ONCE,
  "capture too much": CAPTURED_AT_ONCE,
  "capture and refund": CAPTURED_AT_ONCE,
}

/** Medusa's own locking module keeps its locks in the memory of one server. */
const SHARED_LOCKS = { LOCKING: "postgres" }

const possible = possibleParts(LEFT_OUT)

/** Agents' checkouts that customers pay in the storefront, through Medusa's Stripe provider and the Stripe double. */
export const STOREFRONT: ChaosMode = {
  provider: STRIPE,
  endings: { unpaid: [], unanswered: [] },
  // The usual case must be possible in every currency.
  openings: [ucpDigital, ...possible(OPENINGS).filter((opening) => opening !== ucpDigital)].map(
    exactAtStripe
  ),
  shoppers: STOREFRONT_SHOPPERS,
  declines: DECLINED,
  while_open: possible(WHILE_OPEN),
  afterwards: possible(AFTERWARDS),
  payable: handedOver,
  refusals: [],
  faults: STRIPE_FAULTS,
  left_out: LEFT_OUT,
  calls_end_after_ms: 25_000,
  gives_up_after_minutes: 20,
  environment: (servers) => ({
    ...everySetting(),
    ...STRIPE_STOREFRONT,
    ...stripeKeys(),
    ...(servers > 1 && SHARED_LOCKS),
  }),
  disturb: disturbStripe,
  async clearFaults() {
    await stripe.reset()
    await stripe.release()
  },
  expirePages: async () => {},
  skipDelays: checkPaidCarts,
  async finishWork(runLog) {
    await cancelUnsure(runLog)
    await closeReviews(runLog)
  },
  readBack: readCheckouts,
  readLedger: async ({ stripe_url }, { payments }) =>
    storefrontLedgerOf(await readIntents(stripe_url), payments),
}
