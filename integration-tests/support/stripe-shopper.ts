import { expect } from "vitest"
import { eventually } from "./agent"
import { amountOf, type Buyer, type Checkout } from "./buyer"
import { sql } from "./database"
import { type Adopted, adoptedBy } from "./hand-off"
import { type Order, orderNumber, timesPlacedEventually } from "./merchant"
import { openUcpShop } from "./shop"
import { type Completion, type Session, Storefront } from "./storefront"
import { STRIPE, stripe } from "./stripe"

export { AUTOMATIC, STRIPE_STOREFRONT } from "./hand-off"

/** A checkout whose customer has begun a payment through Stripe. */
export interface Paying extends Adopted {
  readonly intent: string
  readonly secret: string
}

/** A completion that placed no order. */
export const expectRefused = ({ type, error }: Completion) =>
  expect([type, error?.type]).not.toContain("order")

/** Opens the store to an agent whose customer pays an item with this title in the storefront, through Stripe. */
export async function openStripeShop(title: string) {
  const { item, buyer } = await openUcpShop(title)
  const shopper = new StripeShopper(buyer, item)
  return { item, buyer, shopper, shop: shopper.shop }
}

/** The customer of an agent's checkouts, who pays in the storefront. */
export class StripeShopper {
  readonly shop = new Storefront()

  constructor(
    private readonly buyer: Buyer,
    private readonly item: string
  ) {}

  adopted(): Promise<Adopted> {
    return adoptedBy(this.shop, this.buyer, this.item)
  }

  async paying(data: object = {}): Promise<Paying> {
    const checkout = await this.adopted()
    return { ...checkout, ...(await this.startPayment(checkout, data)) }
  }

  async startPayment({ cart_id }: Adopted, data: object = {}) {
    const session: Session = await this.shop.startPayment(cart_id, data, STRIPE)
    return { intent: session.data.id, secret: session.data.client_secret }
  }

  /** A customer who has paid, and closes the page; Stripe's events do not arrive. */
  async paidWithoutOrder(data: object = {}): Promise<Paying> {
    await stripe.deliver("lost")
    const checkout = await this.paying(data)
    await stripe.confirm(checkout.secret)
    return checkout
  }

  /** An order that is placed and paid, or with `data` only authorized or captured at once. */
  async ordered(data: object = {}): Promise<Paying & { readonly order: Order }> {
    const checkout = await this.paying(data)
    await stripe.confirm(checkout.secret)
    await this.shop.complete(checkout.cart_id)
    return { ...checkout, order: await this.placed(checkout) }
  }

  /** The numbers of the orders of a cart. */
  async ordersOf({ cart_id }: Adopted): Promise<number[]> {
    const rows = await sql<{ display_id: number }>(
      `select o.display_id from order_cart c join "order" o on o.id = c.order_id where c.cart_id = $1`,
      [cart_id]
    )
    return rows.map(({ display_id }) => display_id)
  }

  /** The one order of a cart, once it exists: placed and announced once, with the payment of the intent. */
  async placed(checkout: Adopted): Promise<Order> {
    const [number] = await eventually(async () => {
      const numbers = await this.ordersOf(checkout)
      return numbers.length ? numbers : undefined
    })
    await this.buyer.becomes(checkout.id, "completed")
    expect(await this.ordersOf(checkout)).toHaveLength(1)
    const order = await orderNumber(number ?? 0)
    expect(await timesPlacedEventually(order)).toBe(1)
    return order
  }

  /** Checks that the agent reads the checkout as completed, with the order's number and total. */
  async expectCompleted({ id }: Adopted, order: Pick<Order, "display_id" | "total">): Promise<void> {
    const done: Checkout = await this.buyer.becomes(id, "completed")
    expect(done.order?.id).toBe(String(order.display_id))
    expect(amountOf(done, "total")).toBe(Math.round(order.total * 100))
  }
}
