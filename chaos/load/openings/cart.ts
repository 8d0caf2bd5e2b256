import { sql } from "../../../integration-tests/support/database"
import { STOREFRONT } from "../../../integration-tests/support/start-world"
import { inStorefront } from "../../../integration-tests/support/store-basket"
import { world } from "../../../integration-tests/support/world"
import { type Basket, drawShipped, drawDigital } from "../goods"
import type { Purchase, Opened, Opening, Plan } from "../purchase"
import { withRetries, poll } from "../retry"

const traits = { origin: "cart", is_manual_capture: false, has_page: true } as const

/** A customer fills a cart in the storefront and is redirected to the bank. */
export const cart: Opening = {
  name: "storefront cart",
  weight: 3,
  traits,
  plan: (random, goods) => planOf(drawShipped(random, goods)),
}

/** The same with items without shipping, in any currency. */
export const digitalCart: Opening = {
  name: "storefront cart of digital goods",
  weight: 2,
  traits,
  plan: (random, goods) => planOf(drawDigital(random, goods)),
}

function planOf(basket: Basket): Plan {
  const { amount, currency, market, lines, codes, is_shipped } = basket
  const option_id = is_shipped ? world().shop.shipping_option_ids.standard : undefined
  const open = async (purchase: Purchase) => {
    const { id } = await withRetries(() => inStorefront({ market, lines, codes, option_id }))
    purchase.known_as.push(id)
    return payFor(purchase, id, basket)
  }
  return { amount, currency, open }
}

/**
 * The data of a payment session. Its address contains the reference of the purchase, so that the audit can find the
 * payment even if the response is lost and Medusa has deleted the session.
 */
export const storefrontPage = (reference: string) => ({ return_url: `${STOREFRONT}/paid/${reference}` })

/** Starts the payment of a cart, or starts it again. */
export async function payFor(
  { shop, reference }: Pick<Purchase, "shop" | "reference">,
  cart_id: string,
  { amount, currency }: Pick<Opened, "amount" | "currency">
): Promise<Opened | undefined> {
  const { data } = await withRetries(() => shop.startPayment(cart_id, storefrontPage(reference)))
  if (!data.redirect_url) return undefined
  const { payment_id } = data
  return {
    payment_id,
    page: data.redirect_url,
    amount,
    currency,
    cart_id,
    return_url: `${world().base_url}/gw-bank/v1/return/${payment_id}`,
    order: () => orderFrom(cart_id),
    settledOrder: (seconds) => poll(() => orderFrom(cart_id), seconds),
  }
}

async function orderFrom(cart_id: string): Promise<string | undefined> {
  const rows = await sql<{ order_id: string }>("select order_id from order_cart where cart_id = $1", [
    cart_id,
  ])
  return rows[0]?.order_id
}
