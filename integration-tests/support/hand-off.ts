import { eventually } from "./agent"
import type { Buyer, Checkout } from "./buyer"
import { sql } from "./database"
import { NO_BANK } from "../../demo/environment"
import { everySetting } from "./store-keys"
import type { Storefront } from "./storefront"
import { STRIPE } from "./stripe"

const { GW_ENCRYPTION_KEY = "" } = everySetting()

/** The environment of a store without a bank whose agents' checkouts are paid in the storefront, by Medusa's manual provider. */
export const MANUAL_STOREFRONT = {
  ...NO_BANK,
  GW_ENCRYPTION_KEY,
  GW_ALLOW_PRIVATE_NETWORKS: "true",
  GW_STOREFRONT_URL: "https://shop.example/{country}/agent-checkout/{token}",
  GW_PAYMENT_ROUTES: JSON.stringify([{ provider: "pp_system_default", route: "storefront" }]),
}

/** The environment of a store without a bank whose agents' checkouts are paid in the storefront, through Stripe. */
export const STRIPE_STOREFRONT = {
  ...MANUAL_STOREFRONT,
  GW_ALLOW_PRIVATE_NETWORKS: "true",
  GW_PAYMENT_ROUTES: JSON.stringify([{ provider: STRIPE, route: "storefront" }]),
}

/** The data of a session that Stripe captures at once. */
export const AUTOMATIC = { capture_method: "automatic" }

/** A checkout whose cart the storefront has taken over. */
export interface Adopted {
  readonly id: string
  readonly cart_id: string
}

const INSTRUMENT = { id: "pi_1", handler_id: "gw_storefront", type: "card", selected: true }

/** Requests that the customer pays a checkout in the storefront. */
export const completeInStorefront = (buyer: Buyer, id: string) =>
  buyer.send(`/checkout-sessions/${id}/complete`, { body: { payment: { instruments: [INSTRUMENT] } } })

/** A link to the storefront `https://shop.example/{country}/agent-checkout/{token}` for a customer in Germany. */
export const LINK = /^https:\/\/shop\.example\/de\/agent-checkout\/([\w-]{43})$/

/** The token in the link of a checkout to the storefront; empty if it has no such link. */
export const tokenIn = ({ continue_url = "" }: Pick<Checkout, "continue_url">): string =>
  LINK.exec(continue_url)?.[1] ?? ""

/** A checkout that waits for its customer in the storefront. */
export async function handedOver(
  buyer: Buyer,
  item: string,
  quantity = 1
): Promise<Checkout & { token: string }> {
  const { id } = await buyer.ready([[item, quantity]])
  const checkout = await buyer.checkout(completeInStorefront(buyer, id))
  if (checkout.status !== "requires_escalation") throw new Error(`the checkout ${id} is ${checkout.status}`)
  return { ...checkout, token: tokenIn(checkout) }
}

/** A checkout whose cart this storefront has taken over. */
export async function adoptedBy(
  shop: Storefront,
  buyer: Buyer,
  item: string,
  quantity = 1
): Promise<Adopted> {
  const { id, token } = await handedOver(buyer, item, quantity)
  const { cart_id = "" } = await shop.adopt(token)
  return { id, cart_id }
}

/** Hands the cart of a checkout session to its customer, as another server does. Returns the cart's id. */
export async function handOverCart(session_id: string): Promise<string> {
  const [row] = await sql<{ cart_id: string }>(
    `insert into gw_storefront_hand_off
       (session_id, cart_id, provider_id, country, nonce, token_hash, expires_at, adopted_at, next_check_at)
     select id, cart_id, 'pp_system_default', 'de', 'n', id, now(), now(), now() + interval '1 hour'
       from gw_session where id = $1 returning cart_id`,
    [session_id]
  )
  if (!row) throw new Error(`no session ${session_id} with a cart`)
  return row.cart_id
}

/** Removes what has been recorded of an order, as if its event had been lost. */
export async function loseOrderEvent(id: string, cart_id: string): Promise<void> {
  await eventually(async () => {
    const recorded = await sql("select 1 from gw_payment where cart_id = $1", [cart_id])
    return recorded.length ? true : undefined
  })
  await sql("update gw_storefront_hand_off set order_id = null where session_id = $1", [id])
  await sql("update gw_session set payment_id = null, ordered_at = null where id = $1", [id])
  await sql("delete from gw_payment where cart_id = $1", [cart_id])
}
