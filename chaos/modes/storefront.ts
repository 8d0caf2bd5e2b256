import { STRIPE_STOREFRONT } from "../../integration-tests/support/hand-off"
import { readIntents, storefrontLedgerOf } from "../audit/stripe-ledger"
import { AFTERWARDS } from "../load/acts/afterwards"
import { WHILE_OPEN } from "../load/acts/while-open"
import { OPENINGS } from "../load/openings"
import { ucpDigital } from "../load/openings/checkout"
import { exactAtStripe } from "../page/exact-at-stripe"
import { handedOver } from "../storefront/handed-over"
import { readCheckouts } from "../storefront/read-checkouts"
import { DECLINED, STOREFRONT_SHOPPERS } from "../storefront/shoppers"
import { checkPaidCarts } from "../storefront/skip-delays"
import { AT_STRIPE, LEFT_OUT_AT_STRIPE, stripeEnvironment } from "./at-stripe"
import type { ChaosMode } from "./chaos-mode"
import { possibleParts } from "./possible-parts"

const NO_A2A = "payments of A2A are not made in the storefront"
const NO_CARDS = "the plugin saves no card through another provider than the bank"
const NOT_HANDED_OVER = "no agent has filled it"
const AT_BANK = "the customer pays in the storefront, which has no such address"

const LEFT_OUT: ChaosMode["left_out"] = {
  ...LEFT_OUT_AT_STRIPE,
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
  "refund by the agent": NO_A2A,
}

/** Medusa's own locking module keeps its locks in the memory of one server. */
const SHARED_LOCKS = { LOCKING: "postgres" }

const possible = possibleParts(LEFT_OUT)

/** Agents' checkouts that customers pay in the storefront, through Medusa's Stripe provider and the Stripe double. */
export const STOREFRONT: ChaosMode = {
  ...AT_STRIPE,
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
  left_out: LEFT_OUT,
  environment: (servers) => ({
    ...stripeEnvironment(),
    ...STRIPE_STOREFRONT,
    ...(servers > 1 && SHARED_LOCKS),
  }),
  skipDelays: checkPaidCarts,
  readBack: readCheckouts,
  readLedger: async ({ stripe_url }, { payments }) =>
    storefrontLedgerOf(await readIntents(stripe_url), payments),
}
