import { runJob } from "../../integration-tests/support/jobs"
import { STRIPE_PAGE } from "../../integration-tests/support/page-shopper"
import { readStripeLedger } from "../audit/stripe-ledger"
import { AFTERWARDS } from "../load/acts/afterwards"
import { WHILE_OPEN } from "../load/acts/while-open"
import { OPENINGS } from "../load/openings"
import { paidOnPage } from "../load/paid-on-page"
import { inExactCurrency } from "../page/exact-at-stripe"
import { DECLINED, PAGE_SHOPPERS } from "../page/shoppers"
import { AT_STRIPE, CAPTURED_AT_ONCE, LEFT_OUT_AT_STRIPE, NOT_RECORDED, stripeEnvironment } from "./at-stripe"
import type { ChaosMode } from "./chaos-mode"
import { possibleParts } from "./possible-parts"

const NOT_ON_PAGE = "the plugin opens no such payment on the store's page"
const NO_CARDS = "the run charges no saved cards on the store's page"

const LEFT_OUT: ChaosMode["left_out"] = {
  ...LEFT_OUT_AT_STRIPE,
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
}

const possible = possibleParts(LEFT_OUT)

/** Payments on the store's page, through Medusa's Stripe provider and the Stripe double. */
export const PAGE: ChaosMode = {
  ...AT_STRIPE,
  openings: possible(OPENINGS).map(inExactCurrency),
  shoppers: PAGE_SHOPPERS,
  declines: DECLINED,
  while_open: possible(WHILE_OPEN),
  afterwards: possible(AFTERWARDS),
  payable: paidOnPage,
  // A refund whose outcome is unknown waits for the merchant, and no other one begins.
  refusals: ["earlier_call_open"],
  left_out: LEFT_OUT,
  environment: () => ({ ...stripeEnvironment(), ...STRIPE_PAGE }),
  skipDelays: () => runJob("check-page-payments"),
  readLedger: ({ stripe_url }, tables, { shown }) => readStripeLedger(stripe_url, tables, shown),
}
