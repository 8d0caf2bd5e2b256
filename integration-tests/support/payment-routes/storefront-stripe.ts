import { sql } from "../database"
import { runJob } from "../jobs"
import { Storefront } from "../storefront"
import { stripe, stripeKeys } from "../stripe"
import { AUTOMATIC, type Paying, STRIPE_STOREFRONT, StripeShopper } from "../stripe-shopper"
import { AT_STRIPE, payAtStripe } from "./at-stripe"
import type { Payable, PaymentRoute } from "./payment-route"
import { refundOnItsPage } from "./refund-by-staff"

/** Why staff cannot cancel an unpaid order on routes with `holds: "cart"`. */
export const HAS_NO_ORDER = "the checkout has no order before the customer pays"

/** The checkout's own time is over, but not the time for which its cart is followed. */
export const expire = ({ id }: Payable) =>
  sql("update gw_session set expires_at = now() - interval '1 hour' where id = $1", [id])

async function check({ id }: Payable): Promise<void> {
  await sql("update gw_storefront_hand_off set next_check_at = now() where session_id = $1", [id])
  await runJob("check-storefront-payments")
}

/** Customers pay in the storefront, through Medusa's Stripe provider, which captures at once. */
export const STOREFRONT_STRIPE: PaymentRoute<Paying> = {
  ...AT_STRIPE,
  env: { ...STRIPE_STOREFRONT, ...stripeKeys() },
  jobs: ["check-storefront-payments"],
  holds: "cart",
  declined: "complete_in_progress",
  lacks: { "canceled by staff": HAS_NO_ORDER },
  begin: (buyer, item) => new StripeShopper(buyer, item).paying(AUTOMATIC),
  async pay(payable) {
    await payAtStripe(payable)
    await new Storefront().complete(payable.cart_id)
  },
  payAndLeave: payAtStripe,
  async decline({ secret }) {
    await stripe.confirm(secret, "declined")
  },
  async abandon(payable) {
    await expire(payable)
    await check(payable)
  },
  retry: (payable) => Promise.resolve(payable),
  async find(payable) {
    // The first run finds the payment, the second one places the order.
    await check(payable)
    await check(payable)
  },
  refund: refundOnItsPage,
}
