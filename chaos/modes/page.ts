import { runJob } from "../../integration-tests/support/jobs"
import { STRIPE_PAGE } from "../../integration-tests/support/page-shopper"
import { everySetting } from "../../integration-tests/support/store-keys"
import { STRIPE, stripe, stripeKeys } from "../../integration-tests/support/stripe"
import { readStripeLedger } from "../audit/stripe-ledger"
import { AFTERWARDS } from "../load/acts/afterwards"
import { WHILE_OPEN } from "../load/acts/while-open"
import { OPENINGS } from "../load/openings"
import { paidOnPage } from "../load/paid-on-page"
import { disturbStripe, STRIPE_FAULTS } from "../page/disturb-stripe"
import { inExactCurrency } from "../page/exact-currency"
import { closeReviews } from "../page/reviews"
import { DECLINED, PAGE_SHOPPERS } from "../page/shoppers"
import { cancelUnsure } from "./at-bank"
import type { ChaosMode } from "./chaos-mode"
import { possibleParts } from "./possible-parts"

const NOT_ON_PAGE = "the plugin opens no such payment on the store's page"
const NO_CARDS = "the run charges no saved cards on the store's page"
const CAPTURED_AT_ONCE = "a payment on the store's page is captured at once"
const NOT_RECORDED = "Medusa does not record a refund whose response from its provider is lost"
const NOT_NOTIFIED = "Medusa is not notified of a refund in Stripe's dashboard"

const LEFT_OUT: ChaosMode["left_out"] = {
  "agent sale that saves the card": NO_CARDS,
  "saved card charged": NO_CARDS,
  "saved card charged beyond its mandate": NO_CARDS,
  "agent authorization": CAPTURED_AT_ONCE,
  "storefront cart": NOT_ON_PAGE,
  "storefront cart of digital goods": NOT_ON_PAGE,
  "UCP checkout at no cost": "it has no payment",
  "merchant's order paid in the app": NOT_ON_PAGE,
  "merchant's order paid with a payment link": NOT_ON_PAGE,
  "order edit paid with a payment link": NOT_ON_PAGE,
  "cancels the order": NOT_RECORDED,
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
  "capture by staff": CAPTURED_AT_ONCE,
  "capture by the agent": CAPTURED_AT_ONCE,
  "void by staff": CAPTURED_AT_ONCE,
  capture: CAPTURED_AT_ONCE,
  "capture in parts": CAPTURED_AT_ONCE,
  "capture a part": CAPTURED_AT_ONCE,
  "capture too much": CAPTURED_AT_ONCE,
  "capture and refund": CAPTURED_AT_ONCE,
}

const possible = possibleParts(LEFT_OUT)

/** Payments on the store's page, through Medusa's Stripe provider and the Stripe double. */
export const PAGE: ChaosMode = {
  provider: STRIPE,
  endings: { unpaid: [], unanswered: [] },
  openings: possible(OPENINGS).map(inExactCurrency),
  shoppers: PAGE_SHOPPERS,
  declines: DECLINED,
  while_open: possible(WHILE_OPEN),
  afterwards: possible(AFTERWARDS),
  payable: paidOnPage,
  // A refund whose outcome is unknown waits for the merchant, and no other one begins.
  refusals: ["earlier_call_open"],
  faults: STRIPE_FAULTS,
  left_out: LEFT_OUT,
  calls_end_after_ms: 25_000,
  gives_up_after_minutes: 20,
  environment: () => ({ ...everySetting(), ...STRIPE_PAGE, ...stripeKeys() }),
  disturb: disturbStripe,
  async clearFaults() {
    await stripe.reset()
    await stripe.release()
  },
  // The store itself ends a payment whose time is over.
  expirePages: async () => {},
  skipDelays: () => runJob("check-page-payments"),
  async finishWork(runLog) {
    await cancelUnsure(runLog)
    await closeReviews(runLog)
  },
  readLedger: ({ stripe_url }, tables, { shown }) => readStripeLedger(stripe_url, tables, shown),
}
