import { expect } from "vitest"
import { type Adopted, adoptedBy, loseOrderEvent, MANUAL_STOREFRONT } from "../hand-off"
import { runJob } from "../jobs"
import { captureInAdmin, refundInAdmin } from "../merchant"
import { Storefront } from "../storefront"
import type { PaymentRoute } from "./payment-route"
import { expire, HAS_NO_ORDER } from "./storefront-stripe"

const SENDS_NONE = "Medusa's manual provider sends no notifications"

const impossible = (why: string) => () => Promise.reject(new Error(why))

async function buy({ cart_id }: Adopted): Promise<void> {
  expect((await new Storefront().buy(cart_id)).type).toBe("order")
}

/** Customers pay in the storefront with Medusa's manual provider, which moves no money: staff record it in Medusa. */
export const STOREFRONT_MANUAL: PaymentRoute<Adopted> = {
  env: MANUAL_STOREFRONT,
  jobs: ["find-storefront-orders", "check-storefront-payments"],
  holds: "cart",
  declined: "complete_in_progress",
  lacks: {
    declined: "Medusa's manual provider declines no payment",
    repeated: SENDS_NONE,
    late: SENDS_NONE,
    early: SENDS_NONE,
    "sold out": "the payment is made with the order, which Medusa refuses",
    "canceled by staff": HAS_NO_ORDER,
    "refunded by its agent": "Medusa's manual provider moves no money",
  },
  begin: (buyer, item) => adoptedBy(new Storefront(), buyer, item),
  pay: buy,
  async payAndLeave(payable) {
    await buy(payable)
    // The only notification is Medusa's own event of the order.
    await loseOrderEvent(payable.id, payable.cart_id)
  },
  decline: impossible("declined"),
  async abandon(payable) {
    await expire(payable)
    await runJob("check-storefront-payments")
  },
  retry: (payable) => Promise.resolve(payable),
  deliver: () => Promise.resolve(),
  sendLate: impossible(SENDS_NONE),
  find: () => runJob("find-storefront-orders"),
  async capture(order) {
    expect((await captureInAdmin(order)).status).toBe(200)
  },
  refund: async ({ order }, amount) => (await refundInAdmin(order, amount / 100)).status,
  restore: () => Promise.resolve(),
}
