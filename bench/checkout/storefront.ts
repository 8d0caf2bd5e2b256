import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { authenticate } from "../../integration-tests/support/shopper"
import { world } from "../../integration-tests/support/world"
import { caller, type Send } from "./call"
import type { Goods } from "./goods"

const ADDRESS = {
  first_name: "Ana",
  last_name: "Pop",
  address_1: "Lindenstr. 1",
  city: "Berlin",
  postal_code: "10969",
  country_code: "de",
}

interface Collection {
  readonly id: string
  readonly payment_sessions: readonly { data: { redirect_url: string } }[]
}

/** A guest in a storefront: the same purchase through Medusa's own store API, with the same bank. */
export class Storefront {
  private readonly send: Send

  constructor(private readonly goods: Goods) {
    const headers = { "x-publishable-api-key": world().shop.publishable_key }
    this.send = caller({ root: "/store", headers })
  }

  /** Creates a cart that lacks only its payment. Returns its id. */
  async fillCart(): Promise<string> {
    const region_id = world().shop.region_ids.eur
    const items = this.goods.variants.map((variant_id) => ({ variant_id, quantity: 1 }))
    const { cart } = await this.send<{ cart: { id: string } }>("POST", "/carts", { region_id, items })
    const email = `${randomUUID()}@buyers.example`
    await this.send("POST", `/carts/${cart.id}`, {
      email,
      shipping_address: ADDRESS,
      billing_address: ADDRESS,
    })
    await this.send("GET", `/shipping-options?cart_id=${cart.id}`)
    await this.send("POST", `/carts/${cart.id}/shipping-methods`, { option_id: this.goods.shipping_option })
    return cart.id
  }

  /** The whole purchase, until the order is placed and paid and the storefront has received that. */
  async buy(): Promise<void> {
    const cart_id = await this.fillCart()
    const { payment_sessions } = await this.startPayment(cart_id, "pp_gateway_bank")
    await authenticate(payment_sessions[0]?.data.redirect_url ?? "")
    while (!(await this.complete(cart_id))) await sleep(10)
  }

  /** Starts the payment of a cart with a payment provider. */
  async startPayment(cart_id: string, provider_id: string): Promise<Collection> {
    const { id } = await this.collection("/payment-collections", { cart_id })
    return this.collection(`/payment-collections/${id}/payment-sessions`, { provider_id })
  }

  /** Completes a cart. Returns whether it is an order. */
  async complete(cart_id: string): Promise<boolean> {
    const { type } = await this.send<{ type: string }>("POST", `/carts/${cart_id}/complete`)
    return type === "order"
  }

  private async collection(path: string, body: object): Promise<Collection> {
    return (await this.send<{ payment_collection: Collection }>("POST", path, body)).payment_collection
  }
}
