import { expect } from "vitest"
import type { Buyer } from "./buyer"
import { sql } from "./database"
import type { Adopted } from "./hand-off"
import { alsoOffer } from "./merchant"
import { openUcpShop } from "./shop"
import { newEncryptionKey } from "./store-keys"
import type { Session, Storefront } from "./storefront"
import { STRIPE, stripeKeys } from "./stripe"
import { StripeShopper } from "./stripe-shopper"

/** The settings of a store whose storefront takes handed-over carts, paid at the plugin's bank or through Stripe. */
export const bankStorefront = (): Record<string, string> => ({
  ...stripeKeys(),
  GW_ALLOW_PRIVATE_NETWORKS: "true",
  GW_ENCRYPTION_KEY: newEncryptionKey(),
  GW_STOREFRONT_URL: "https://shop.example/{country}/agent-checkout/{token}",
  GW_PAYMENT_ROUTES: JSON.stringify([
    { provider: "pp_system_default", route: "storefront" },
    { provider: STRIPE, route: "storefront" },
  ]),
})

/** Opens the store to an agent whose customer pays in the storefront, also at the plugin's bank. */
export async function openBankStorefront(title: string): Promise<BankShopper> {
  const { item, buyer } = await openUcpShop(title)
  await alsoOffer("pp_system_default", STRIPE)
  return new BankShopper(buyer, new StripeShopper(buyer, item))
}

/** The customer of an agent's checkouts, who pays in the storefront at the plugin's bank. */
export class BankShopper {
  readonly shop: Storefront

  constructor(
    readonly buyer: Buyer,
    readonly shopper: StripeShopper
  ) {
    this.shop = shopper.shop
  }

  /** A checkout whose customer is on the bank's page. */
  async atBank(): Promise<Adopted & Pick<Session["data"], "payment_id" | "redirect_url">> {
    const checkout = await this.shopper.adopted()
    const { data } = await this.shop.startPayment(checkout.cart_id)
    return { ...checkout, ...data, id: checkout.id }
  }

  paymentsOf({ cart_id }: Adopted) {
    return sql<{ id: string; client_id: string | null; route: string }>(
      `select p.id, p.client_id, p.route from gw_payment p
         join order_cart c on c.order_id = p.order_id where c.cart_id = $1`,
      [cart_id]
    )
  }

  async expectAgentsOwn(checkout: Adopted & { readonly payment_id: string }): Promise<void> {
    await this.buyer.becomes(checkout.id, "completed")
    await this.shopper.expectCompleted(checkout, await this.shopper.placed(checkout))
    expect(await this.paymentsOf(checkout)).toEqual([
      { id: checkout.payment_id, client_id: this.buyer.client_id, route: "bank" },
    ])
  }
}
