import { deepStrictEqual } from "node:assert"
import { randomUUID } from "node:crypto"
import { eventually } from "./agent"
import { mintTokens } from "./mint-tokens"
import { type Person, registerClient } from "./oauth-client"
import { setRules } from "./policy"
import { authenticate } from "./shopper"
import { callUcp } from "./call-ucp"
import { strict, type Version } from "./ucp-schemas"
import { world } from "./world"

/** An address the demo store delivers to. */
export const BERLIN = {
  id: "dest_1",
  street_address: "Lindenstr. 1",
  address_locality: "Berlin",
  postal_code: "10969",
  address_country: "DE",
  first_name: "Ana",
  last_name: "Pop",
}

export const ANA = { email: "ana@buyers.example", first_name: "Ana", last_name: "Pop" }

/** The instrument of a customer who pays on the bank's page. */
export const CARD = { id: "pi_1", handler_id: "gw_card", type: "card", selected: true }

/** A checkout in any status, with the members that only some statuses have. */
export type Checkout = ReturnType<ReturnType<typeof strict>["checkout"]["parse"]> & {
  readonly continue_url?: string
  readonly order?: { readonly id: string; readonly permalink_url: string }
}
export type Cart = ReturnType<ReturnType<typeof strict>["cart"]["parse"]>

interface Sent {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** The cheapest shipping option that a store offered for a delivery. */
const CHEAPEST = new Map<string, string>()

/** A platform that shops for customers. Checks every checkout and cart it gets against UCP's strict schemas. */
export class Buyer {
  /** The server it calls, when there are several. */
  base_url: string | undefined
  /** The root of the service, or of a mirror. */
  root = "/gw-ucp/v1"
  checkouts = "/checkout-sessions"
  carts = "/carts"
  version: Version = "2026-04-08"
  /** Headers of every call, such as the platform's profile. */
  agent: Record<string, string> = {}

  private constructor(
    readonly token: string,
    readonly client_id: string
  ) {}

  /** A platform that shops for guests (consent by staff). */
  static async forGuests(): Promise<Buyer> {
    return Buyer.of("admin")
  }

  /** A platform that acts for the demo store's customer. */
  static async forCustomer(): Promise<Buyer> {
    return Buyer.of("customer")
  }

  /** A platform that acts for this customer. */
  static async forPerson(person: Person): Promise<Buyer> {
    return Buyer.of(person)
  }

  /** A platform that acts for the demo store's customer with exactly these scopes. */
  static async withScopes(...scopes: readonly string[]): Promise<Buyer> {
    return Buyer.of("customer", scopes.join(" "))
  }

  /** Has a high rate limit, because tests poll often. */
  private static async of(person: Person, scope?: string): Promise<Buyer> {
    const client = await registerClient({ client_type: "ucp_agent" })
    await setRules(client.client_id, { limits: { minute: 1_000_000 } })
    return new Buyer((await mintTokens(client, person, { scope })).access_token, client.client_id)
  }

  send(path: string, { method = "POST", body = {}, headers = {} }: Sent = {}) {
    const isRead = method === "GET"
    return callUcp(`${this.root}${path}`, this.token, {
      method,
      ...(this.base_url && { base_url: this.base_url }),
      ...(!isRead && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      headers: { ...(!isRead && { "content-type": "application/json" }), ...this.agent, ...headers },
    })
  }

  get(path: string) {
    return this.send(path, { method: "GET" })
  }

  /** The checkout in an answer, which must have this status. */
  async checkout(answer: Promise<{ status: number; body: unknown }>, status = 200): Promise<Checkout> {
    const { body, ...answered } = await answer
    deepStrictEqual([answered.status, body], [status, body])
    return strict(this.version).checkout.parse(body)
  }

  async cart(answer: Promise<{ status: number; body: unknown }>, status = 200): Promise<Cart> {
    const { body, ...answered } = await answer
    deepStrictEqual([answered.status, body], [status, body])
    return strict(this.version).cart.parse(body)
  }

  /**
   * A checkout with these lines that is ready to complete, with the cheapest shipping option. The first checkout of a
   * delivery takes two calls, the next ones select its option in the first call.
   */
  async ready(lines: readonly [item: string, quantity: number][], more: object = {}): Promise<Checkout> {
    const { fulfillment, ...rest } = { ...delivery(), ...more }
    const place = `${world().base_url} ${JSON.stringify(fulfillment)}`
    const body = { ...basketOf(lines), buyer: ANA, ...rest, ...withOption(fulfillment, CHEAPEST.get(place)) }
    const begun = await this.checkout(this.send(this.checkouts, { body }), 201)
    const [option, selected] = optionsOf(begun)
    if (option) CHEAPEST.set(place, option)
    return option && option === selected ? begun : this.choose(begun)
  }

  /** Selects the first shipping option. */
  async choose(checkout: Checkout): Promise<Checkout> {
    const { id, fulfillment } = checkout
    const [option] = optionsOf(checkout)
    const groups = [{ id: "all", selected_option_id: option }]
    const choice = { type: "shipping", groups }
    // A platform that names itself must send everything.
    const isNamed = "ucp-agent" in this.agent
    const repeated = { ...fulfillment?.methods[0], ...choice }
    const body = { fulfillment: { methods: [isNamed ? repeated : choice] } }
    return this.checkout(this.update(id, isNamed ? { ...repeatedIn(checkout), ...body } : body))
  }

  /** Completes a checkout, with a new idempotency key unless `headers` contains one. */
  complete(id: string, headers: Record<string, string> = {}) {
    const body = { payment: { instruments: [CARD] } }
    const keyed = { "idempotency-key": randomUUID(), ...headers }
    return this.send(`${this.checkouts}/${id}/complete`, { body, headers: keyed })
  }

  read(id: string): Promise<Checkout> {
    return this.checkout(this.get(`${this.checkouts}/${id}`))
  }

  /** A checkout that waits for the customer's authentication. */
  async escalated(lines: readonly [item: string, quantity: number][]): Promise<Checkout> {
    const { id } = await this.ready(lines)
    const checkout = await this.checkout(this.complete(id))
    deepStrictEqual(checkout.status, "requires_escalation")
    return checkout
  }

  /** Buys and returns the completed checkout. */
  async buy(lines: readonly [item: string, quantity: number][], more: object = {}): Promise<Checkout> {
    const { id } = await this.ready(lines, more)
    await authenticate((await this.checkout(this.complete(id))).continue_url ?? "")
    return this.becomes(id, "completed")
  }

  /** Waits until the checkout has this status. */
  becomes(id: string, status: Checkout["status"]): Promise<Checkout> {
    return eventually(async () => {
      const checkout = await this.read(id)
      return checkout.status === status ? checkout : undefined
    })
  }

  update(id: string, body: object, headers: Record<string, string> = {}) {
    return this.send(`${this.checkouts}/${id}`, { method: this.updates, body, headers })
  }

  cancel(id: string) {
    return this.send(`${this.checkouts}/${id}/cancel`)
  }

  private get updates(): string {
    return this.checkouts === "/sessions" ? "PATCH" : "PUT"
  }
}

export const basketOf = (lines: readonly [item: string, quantity: number][]) => ({
  line_items: lines.map(([id, quantity]) => ({ item: { id }, quantity })),
})

/** The members that an official update repeats, because it replaces everything; without the fulfillment. */
export const repeatedIn = ({ line_items, buyer, discounts }: Checkout) => ({
  line_items: line_items.map(({ id, item, quantity }) => ({ id, item: { id: item.id }, quantity })),
  buyer,
  ...(discounts && { discounts: { codes: discounts.codes } }),
})

export const delivery = (destination: object = BERLIN) => ({
  fulfillment: {
    methods: [{ type: "shipping", destinations: [destination], selected_destination_id: "dest_1" }],
  },
})

/** A delivery with this shipping option selected. */
const withOption = ({ methods }: ReturnType<typeof delivery>["fulfillment"], option: string | undefined) => ({
  fulfillment: {
    methods: methods.map((method) => ({
      ...method,
      ...(option && { groups: [{ id: "all", selected_option_id: option }] }),
    })),
  },
})

/** The first shipping option of a checkout, and the selected one. */
function optionsOf({ fulfillment }: Checkout) {
  const group = fulfillment?.methods[0]?.groups[0]
  return [group?.options[0]?.id, group?.selected_option_id] as const
}

/** The amount of a type in the totals, in minor units; 0 when the type is missing. */
export const amountOf = ({ totals }: Pick<Checkout, "totals">, type: string): number =>
  totals.find((total) => total.type === type)?.amount ?? 0
