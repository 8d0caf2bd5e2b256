import { randomUUID } from "node:crypto"
import type { Market } from "./markets"
import { world } from "./world"

export interface Cart {
  id: string
  total: number
}

interface LinedCart extends Cart {
  readonly items: { id: string; quantity: number }[]
}

interface Variant {
  id: string
  inventory_quantity: number
}

export interface Session {
  id: string
  status: string
  data: { payment_id: string; redirect_url: string; status: string; client_secret: string; id: string }
}

/** The response to completing a cart: the order, or the cart and the reason. */
export interface Completion {
  readonly status: number
  readonly type: string
  readonly order?: { id: string; display_id: number; total: number }
  readonly cart?: { id: string; total: number }
  readonly error?: { type: string; message: string }
  /** Why Medusa refused to begin. */
  readonly message?: string
}

/**
 * Each cart has a new guest: when two carts of one unknown guest are created at once, Medusa creates only one
 * of them.
 */
const guest = () => `shopper-${randomUUID()}@example.com`

/** A customer in an ordinary storefront, through Medusa's own store API. */
export class Storefront {
  /**
   * Calls one server of the store, by default the first, with a publishable key, by default the seeded one. With the token of
   * a customer, they are logged in.
   */
  constructor(
    private readonly base_url = world().base_url,
    private readonly publishable_key = world().shop.publishable_key,
    private readonly token?: string
  ) {}

  private async request<T>(
    method: string,
    path: string,
    body?: object,
    headers: object = {}
  ): Promise<T & { status: number }> {
    const own = {
      "content-type": "application/json",
      "x-publishable-api-key": this.publishable_key,
      ...(this.token && { authorization: `Bearer ${this.token}` }),
    }
    const response = await fetch(`${this.base_url}/store${path}`, {
      method,
      headers: { ...own, ...headers },
      body: body && JSON.stringify(body),
    })
    return { ...((await response.json()) as T), status: response.status }
  }

  private carts = 0

  /**
   * A cart with one item in stock, delivered to Germany. Each cart contains another product, so that none sells
   * out.
   */
  async fillCart(): Promise<Cart> {
    const region_id = world().shop.region_ids.eur
    const { products } = await this.request<{ products: { variants: Variant[] }[] }>(
      "GET",
      `/products?limit=8&order=handle&region_id=${region_id}&fields=*variants,+variants.inventory_quantity`
    )
    const stocked = products.flatMap(
      ({ variants }) => variants.find(({ inventory_quantity }) => inventory_quantity > 0) ?? []
    )
    const variant = stocked[this.carts++ % stocked.length]
    const address = {
      first_name: "Ana",
      last_name: "Pop",
      address_1: "Str. 1",
      city: "Berlin",
      postal_code: "10115",
    }
    const { cart } = await this.request<{ cart: Cart }>("POST", "/carts", {
      region_id,
      email: guest(),
      items: [{ variant_id: variant?.id, quantity: 1 }],
      shipping_address: { ...address, country_code: "de" },
    })
    const option_id = world().shop.shipping_option_ids.standard
    return (await this.request<{ cart: Cart }>("POST", `/carts/${cart.id}/shipping-methods`, { option_id }))
      .cart
  }

  /** A cart in any market with one item that needs no delivery. */
  async fillDigitalCart({ region_id, country_code }: Market, variant_id: string): Promise<Cart> {
    const { cart } = await this.request<{ cart: Cart }>("POST", "/carts", {
      region_id,
      email: guest(),
      items: [{ variant_id, quantity: 1 }],
      shipping_address: { first_name: "Ana", last_name: "Pop", address_1: "1", city: "A", country_code },
    })
    return cart
  }

  /** Starts the payment of a cart, through the plugin's provider or another one. */
  async startPayment(cart_id: string, data: object = {}, provider_id = "pp_gateway_bank"): Promise<Session> {
    const answer = await this.request<{ payment_collection?: { id: string } }>(
      "POST",
      "/payment-collections",
      {
        cart_id,
      }
    )
    if (!answer.payment_collection) throw new Error(`no payment collection: ${JSON.stringify(answer)}`)
    return this.pay(answer.payment_collection.id, data, provider_id)
  }

  /** Starts a payment session of a payment collection: for a cart, or for the outstanding amount of an order. */
  async pay(collection_id: string, data: object = {}, provider_id = "pp_gateway_bank"): Promise<Session> {
    const path = `/payment-collections/${collection_id}/payment-sessions`
    const answer = await this.request<{ payment_collection?: { payment_sessions: Session[] } }>(
      "POST",
      path,
      { provider_id, data }
    )
    const session = answer.payment_collection?.payment_sessions[0]
    if (!session) throw new Error(`no payment session: ${JSON.stringify(answer)}`)
    return session
  }

  /** Takes over the cart of an agent's checkout, by the token in its link. */
  adopt(
    token: string,
    key?: string
  ): Promise<{ status: number; cart_id?: string; type?: string; message?: string }> {
    const headers = key === undefined ? {} : { "idempotency-key": key }
    return this.request("POST", `/agentic-commerce/hand-off/${token}`, undefined, headers)
  }

  /** A cart with its lines. */
  async cart(id: string): Promise<LinedCart> {
    return (await this.request<{ cart: LinedCart }>("GET", `/carts/${id}`)).cart
  }

  /** Changes the quantity of a cart's first line; throws with the answer of the store if the line has another one then. */
  async changeQuantity(id: string, quantity: number): Promise<void> {
    const [line] = (await this.cart(id)).items
    const answer = await this.request<{ cart?: LinedCart }>("POST", `/carts/${id}/line-items/${line?.id}`, {
      quantity,
    })
    if (answer.cart?.items[0]?.quantity !== quantity)
      throw new Error(`the quantity is not changed: ${JSON.stringify(answer)}`)
  }

  /** Switches a cart to the region of another currency, with an address in Romania and its standard delivery. */
  async switchRegion(id: string, region_id: string | undefined): Promise<void> {
    const place = { address_1: "Str. 1", city: "Cluj", postal_code: "400001", country_code: "ro" }
    const shipping_address = { first_name: "Ana", last_name: "Pop", ...place }
    await this.request("POST", `/carts/${id}`, { region_id, shipping_address })
    const option_id = world().shop.shipping_option_ids.standard
    await this.request("POST", `/carts/${id}/shipping-methods`, { option_id })
  }

  /** Pays a cart with Medusa's manual provider, and places its order. */
  async buy(cart_id: string): Promise<Completion> {
    await this.startPayment(cart_id, {}, "pp_system_default")
    return this.complete(cart_id)
  }

  complete(cart_id: string): Promise<Completion> {
    return this.request<Completion>("POST", `/carts/${cart_id}/complete`)
  }
}
