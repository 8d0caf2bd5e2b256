import { everySetting } from "../../integration-tests/support/store-keys"
import { STRIPE, stripe, stripeKeys } from "../../integration-tests/support/stripe"
import { disturbStripe, STRIPE_FAULTS } from "../page/disturb-stripe"
import { closeReviews } from "../page/reviews"
import { cancelUnsure } from "./at-bank"
import type { ChaosMode } from "./chaos-mode"

/** Why a payment at Stripe is neither authorized first nor captured later. */
export const CAPTURED_AT_ONCE = "the run's payments are captured by Stripe at once"
/** Why staff and agents do not cancel orders that may be paid. */
export const NOT_RECORDED = "Medusa does not record a refund whose response from its provider is lost"
const NOT_NOTIFIED = "Medusa is not notified of a refund in Stripe's dashboard"

/** What a run leaves out at Stripe, whether customers pay on the store's page or in the storefront. */
export const LEFT_OUT_AT_STRIPE: ChaosMode["left_out"] = {
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

/** The environment of the store and of Stripe's double. */
export const stripeEnvironment = (): Record<string, string> => ({ ...everySetting(), ...stripeKeys() })

type CommonParts = Pick<
  ChaosMode,
  | "provider"
  | "endings"
  | "faults"
  | "calls_end_after_ms"
  | "gives_up_after_minutes"
  | "disturb"
  | "clearFaults"
  | "expirePages"
  | "finishWork"
>

/** What both modes at Stripe have in common. */
export const AT_STRIPE: CommonParts = {
  provider: STRIPE,
  endings: { unpaid: [], unanswered: [] },
  faults: STRIPE_FAULTS,
  calls_end_after_ms: 25_000,
  gives_up_after_minutes: 20,
  disturb: disturbStripe,
  async clearFaults() {
    await stripe.reset()
    await stripe.release()
  },
  // The store itself ends a payment whose time is over.
  expirePages: async () => {},
  async finishWork(runLog) {
    await cancelUnsure(runLog)
    await closeReviews(runLog)
  },
}
