import { beforeAll, describe, it } from "vitest"
import { PLACEMENT_STEPS, SETTLEMENT_STEPS } from "../../src/lib/failpoints"
import { Agent } from "../support/agent"
import { forEachStep, inCrashingWorld, namesOf, recovered } from "../support/crash"
import { sql } from "../support/database"
import { InterruptedPayments } from "../support/interrupted-payments"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"
import { runEffectsNow } from "../support/slow-store"
import { type Cart, type Session, Storefront } from "../support/storefront"
import { expectOrderedOnce } from "../support/ordered-once"

const CART_STEPS = [...PLACEMENT_STEPS, "order_settled", "order_announced"] as const

/** The tables that Medusa writes when it completes a cart. */
const TABLES = [
  "order_cart",
  "reservation_item",
  "payment",
  "payment_collection",
  "order_transaction",
] as const

interface ReadyCart {
  readonly cart: Cart
  readonly data: Session["data"]
}

/**
 * The store crashes at each step of a settlement in turn. After a restart, the payment, the order and the task
 * must reach the same state as without a crash.
 */
describe("an interrupted settlement", () => {
  const crash = inCrashingWorld()
  let shop: Storefront
  let payments: InterruptedPayments
  let carts: Record<(typeof CART_STEPS)[number], ReadyCart>
  let written: Record<(typeof TABLES)[number], ReadyCart>
  let undone: ReadyCart

  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    shop = new Storefront()
    payments = await InterruptedPayments.open(crash, agent, ({ artifacts }) =>
      authenticate(artifacts.sca_redirect_url)
    )
    carts = await forEachStep(CART_STEPS, readyToPay)
  })

  /** Each step of a settlement. */
  beforeAll(async () => {
    await payments.freeze("outside_transactions")
    for (const step of CART_STEPS)
      await crash.freezeAt(step, payCart(carts[step]), ...(await namesOf(carts[step].data.payment_id)))
    await payments.freeze("in_transactions")
    await payments.kill()
    await recovered([...payments.ids, ...paymentsOf(carts)])
  })

  /**
   * Medusa writes the tables in this order: `order_cart` and `reservation_item` at the same time, `payment`,
   * `payment_collection`, `order_transaction`. The store settles four payments at the same time, so two kills
   * are needed.
   */
  beforeAll(async () => {
    written = await forEachStep(TABLES, readyToPay)
    undone = await readyToPay()
    const { order_transaction, payment_collection, reservation_item } = written
    await crash.stopWriting("order_transaction", payCart(undone))
    await crash.stopWriting("order_transaction", payCart(order_transaction))
    await crash.stopWriting("payment_collection", payCart(payment_collection))
    await crash.stopWriting("reservation_item", payCart(reservation_item))
    await leaveAlone(undone)
    await crash.kill()
    await recovered(paymentsOf({ order_transaction, payment_collection, reservation_item }))
  })

  beforeAll(async () => {
    const { payment, order_cart } = written
    await crash.stopWriting("payment", payCart(payment))
    await crash.stopWriting("order_cart", payCart(order_cart))
    await crash.stopWriting("order_cart", () => runEffectsNow(undone.data.payment_id))
    await crash.kill()
    await recovered(paymentsOf({ payment, order_cart, undone }))
  })

  it.each(SETTLEMENT_STEPS)(
    "after %s ends as one paid order, announced once, and one completed task [BANK-10, BANK-30]",
    (step) => payments.expectPaidOnce(step)
  )

  it.each(CART_STEPS)(
    "of a storefront cart after %s ends as one paid order, announced once [BANK-30]",
    async (step) => {
      const { cart, data } = carts[step]
      await expectOrderedOnce(cart, data.payment_id)
    }
  )

  it.each(TABLES)(
    "of a storefront cart while Medusa writes %s ends as one paid order, announced once [BANK-30]",
    async (table) => {
      const { cart, data } = written[table]
      await expectOrderedOnce(cart, data.payment_id)
    }
  )

  it("of a storefront cart ends as one paid order also when the rollback of its first attempt is interrupted [BANK-30]", async () => {
    const { cart, data } = undone
    await expectOrderedOnce(cart, data.payment_id)
  })

  /** Each cart buys another product, because Medusa does not place two carts with one product at the same time. */
  async function readyToPay(): Promise<ReadyCart> {
    const cart = await shop.fillCart()
    return { cart, ...(await shop.startPayment(cart.id)) }
  }

  const payCart =
    ({ data }: ReadyCart) =>
    () =>
      authenticate(data.redirect_url)

  const paymentsOf = (ready: Record<string, ReadyCart>) =>
    Object.values(ready).map(({ data }) => data.payment_id)

  /** Keeps the store from settling a cart after the next start, until `runEffectsNow` is called. */
  const leaveAlone = ({ data }: ReadyCart) =>
    sql("update gw_effect set not_before = now() + interval '1 hour' where payment_id = $1", [
      data.payment_id,
    ])
})
