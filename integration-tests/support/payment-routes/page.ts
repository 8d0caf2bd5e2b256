import { eventually } from "../agent"
import type { Checkout } from "../buyer"
import { sql } from "../database"
import { runJob } from "../jobs"
import { type OpenPage, openPage, STRIPE_PAGE } from "../page-shopper"
import { stripe, stripeKeys } from "../stripe"
import { AT_STRIPE, payAtStripe } from "./at-stripe"
import type { Payable, PaymentRoute } from "./payment-route"
import { HOLDS_STOCK, refundOnItsPage } from "./refund-by-staff"

/** The longest time for a payment on the page. */
const PAGE_SECONDS = 900

type OnPage = Payable & OpenPage

const opened = async (checkout: Checkout): Promise<OnPage> => ({
  ...(await openPage(checkout)),
  id: checkout.id,
})

/** Changes the newest payment of a checkout, and runs the job that queries Stripe about it. */
async function checkWith({ id }: Payable, changes: string): Promise<void> {
  const newest =
    "select id from gw_payment where description = 'Checkout ' || $1 order by created_at desc limit 1"
  await sql(`update gw_payment set ${changes} where id = (${newest})`, [id])
  await runJob("check-page-payments")
}

/** Customers pay on the store's page, through Medusa's Stripe provider. */
export const PAGE: PaymentRoute<OnPage> = {
  ...AT_STRIPE,
  env: { ...STRIPE_PAGE, ...stripeKeys() },
  jobs: ["check-page-payments"],
  holds: "order",
  declined: "requires_escalation",
  lacks: { "sold out": HOLDS_STOCK },
  begin: async (buyer, item) => opened(await buyer.escalated([[item, 1]])),
  async pay(payable) {
    await payAtStripe(payable)
    // As the page does by itself: the provider is queried at most every two seconds.
    await eventually(async () =>
      (await (await fetch(payable.back)).text()).includes("Payment confirmed") ? true : undefined
    )
  },
  payAndLeave: payAtStripe,
  async decline({ secret, back }) {
    await stripe.confirm(secret, "declined")
    await fetch(back)
  },
  abandon: (payable) =>
    checkWith(
      payable,
      `next_check_at = now(), created_at = created_at - interval '${PAGE_SECONDS + 1} seconds'`
    ),
  async retry(payable, buyer) {
    const { id } = payable
    if ((await buyer.read(id)).status === "requires_escalation") return payable
    await buyer.becomes(id, "ready_for_complete")
    return opened(await buyer.checkout(buyer.complete(id)))
  },
  find: (payable) => checkWith(payable, "next_check_at = now()"),
  refund: refundOnItsPage,
}
