import { sql } from "../../../integration-tests/support/database"
import { world } from "../../../integration-tests/support/world"
import type { Life, Opened, Opening } from "../life"
import { minorOf } from "../major"
import { patiently, watch } from "../patience"

/** A shopper fills a cart in the storefront and is sent to the bank. */
export const cart: Opening = { name: "storefront cart", weight: 3, open: openCart }

async function openCart(life: Life): Promise<Opened | undefined> {
  const { id, total } = await patiently(() => life.shop.fillCart())
  return payFor(life, id, minorOf(total, "EUR"))
}

/** Starts the payment of a cart, or starts it anew. */
export async function payFor({ shop }: Life, cart_id: string, amount: number): Promise<Opened | undefined> {
  const { data } = await patiently(() => shop.startPayment(cart_id))
  if (!data.redirect_url) return undefined
  const { payment_id } = data
  return {
    ...{
      payment_id,
      page: data.redirect_url,
      amount,
      currency: "EUR",
      origin: "cart",
      is_reserved: false,
      cart_id,
    },
    return_url: `${world().base_url}/gw-bank/v1/return/${payment_id}`,
    order: () => orderFrom(cart_id),
    settledOrder: (seconds) => watch(() => orderFrom(cart_id), seconds),
  }
}

async function orderFrom(cart_id: string): Promise<string | undefined> {
  const rows = await sql<{ order_id: string }>("select order_id from order_cart where cart_id = $1", [
    cart_id,
  ])
  return rows[0]?.order_id
}
