import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { authenticate } from "../../integration-tests/support/shopper"
import { caller, type Send } from "./call"
import type { Goods } from "./goods"

const ADDRESS = {
  id: "dest_1",
  first_name: "Ana",
  last_name: "Pop",
  street_address: "Lindenstr. 1",
  address_locality: "Berlin",
  postal_code: "10969",
  address_country: "DE",
}

/** The instrument of a customer who authenticates at the bank. */
const CARD = { id: "pi_1", handler_id: "gw_card", type: "card", selected: true }

interface Checkout {
  readonly id: string
  readonly status: string
  readonly continue_url?: string
}

/** An agent that buys for guests through UCP. */
export class Agent {
  private readonly send: Send

  /** Calls one server of the store; by default the first. */
  constructor(
    token: string,
    private readonly goods: Goods,
    base_url?: string
  ) {
    this.send = caller({ root: "/gw-ucp/v1", headers: { authorization: `Bearer ${token}` }, base_url })
  }

  /** Creates a checkout that is ready to complete, in one call. */
  begin(): Promise<Checkout> {
    const { variants, shipping_option } = this.goods
    const method = {
      type: "shipping",
      destinations: [ADDRESS],
      selected_destination_id: ADDRESS.id,
      groups: [{ selected_option_id: shipping_option }],
    }
    return this.change("/checkout-sessions", {
      line_items: variants.map((id) => ({ item: { id }, quantity: 1 })),
      buyer: { email: `${randomUUID()}@buyers.example`, first_name: "Ana", last_name: "Pop" },
      fulfillment: { methods: [method] },
    })
  }

  /** The whole purchase, until the order is placed and paid and the agent has received that. */
  async buy(): Promise<void> {
    const { id } = await this.begin()
    const placed = await this.complete(id)
    await authenticate(placed.continue_url ?? "")
    while ((await this.read(id)).status !== "completed") await sleep(10)
  }

  /** Completes a checkout: its order is placed, and the customer can pay. */
  complete(id: string): Promise<Checkout> {
    return this.change(`/checkout-sessions/${id}/complete`, { payment: { instruments: [CARD] } })
  }

  private read(id: string): Promise<Checkout> {
    return this.send("GET", `/checkout-sessions/${id}`)
  }

  private change(path: string, body: object): Promise<Checkout> {
    return this.send("POST", path, body, { "idempotency-key": randomUUID() })
  }
}
