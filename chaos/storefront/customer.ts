import { AUTOMATIC } from "../../integration-tests/support/hand-off"
import { type CARDS, STRIPE, stripe } from "../../integration-tests/support/stripe"
import { minorOf } from "../load/major"
import type { Opened, Purchase } from "../load/purchase"
import { withRetries } from "../load/retry"

type Card = keyof typeof CARDS

/** A payment at Stripe that a customer has begun in the storefront. */
export interface Begun {
  readonly intent: string
  readonly secret: string
}

/** How often a customer orders again when the storefront shows an error, for example because the server does not respond. */
const ORDER_ATTEMPTS = 4

/** A customer in the storefront, with a cart that an agent has filled. Each call is repeated until it is answered. */
export class Customer {
  private constructor(
    private readonly purchase: Purchase,
    private readonly opened: Opened,
    readonly cart_id: string
  ) {}

  /** Takes over the cart; undefined if the agent has canceled the checkout. */
  static async of(purchase: Purchase, opened: Opened): Promise<Customer | undefined> {
    const { shop, reference, known_as, runLog } = purchase
    const token = opened.handed_over?.token ?? ""
    const { status, cart_id } = await withRetries(async () => {
      const answer = await shop.adopt(token, reference)
      if (answer.status >= 500) throw new Error(`the hand-over responded with ${answer.status}`)
      return answer
    })
    runLog.count(`cart taken over: ${status}`)
    if (!cart_id) return undefined
    known_as.push(cart_id)
    runLog.taken_over.push(opened)
    return new Customer(purchase, opened, cart_id)
  }

  /** Begins a payment of the cart's total, which replaces an earlier one. */
  async begin(): Promise<Begun> {
    const { shop } = this.purchase
    return withRetries(async () => {
      const { data } = await shop.startPayment(this.cart_id, AUTOMATIC, STRIPE)
      // A killed server leaves a session that Stripe does not know.
      if (!data.client_secret) throw new Error(`cart ${this.cart_id} has a session without a payment`)
      const [{ amount }, { total, items }] = [await stripe.intent(data.id), await shop.cart(this.cart_id)]
      if (amount !== minorOf(total, this.opened.currency)) {
        // A server that is killed while it changes the cart leaves the payment as it was; the next change adapts it.
        await shop.changeQuantity(this.cart_id, items[0]?.quantity ?? 0)
        throw new Error(`the payment of cart ${this.cart_id} has the amount ${amount} and not ${total}`)
      }
      return { intent: data.id, secret: data.client_secret }
    })
  }

  /** Confirms a payment at Stripe until it is decided. A canceled payment cannot be made any more. */
  async confirm({ intent, secret }: Begun, card: Card = "approved"): Promise<void> {
    await withRetries(async () => {
      const { status } = await stripe.intent(intent)
      if (status === "requires_payment_method") await stripe.confirm(secret, card)
    })
  }

  /** Places the order. Gives up after some errors and closes the page. */
  async order(): Promise<void> {
    const { shop, runLog } = this.purchase
    for (let attempt = 1; attempt <= ORDER_ATTEMPTS; attempt++) {
      const answer = await shop.complete(this.cart_id).catch(() => undefined)
      runLog.count(`cart completed: ${answer ? `${answer.status} ${answer.type}` : "no answer"}`)
      if (answer?.type === "order") return
    }
  }

  /** Changes the quantity of the item, and with it the amount of the purchase. */
  async changeQuantity(quantity: number): Promise<void> {
    const { shop, setAmount } = this.purchase
    setAmount(this.opened.handed_over?.amountOf(quantity) ?? 0)
    await withRetries(() => shop.changeQuantity(this.cart_id, quantity))
  }
}
