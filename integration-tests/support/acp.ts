import { deepStrictEqual } from "node:assert"
import { randomUUID } from "node:crypto"
import type { AcpVersion } from "./acp-schemas"
import { eventually } from "./agent"
import { mintTokens } from "./mint-tokens"
import { type Person, registerClient } from "./oauth-client"
import { setRules } from "./policy"
import { authenticate, type ShopperAction } from "./shopper"
import { world } from "./world"

export const VERSION = "2026-04-17"

/** All versions of the protocol that the store supports, newest first. */
export const SUPPORTED = [VERSION, "2026-01-30"] as const

/** The members of a session that the tests check. */
export interface Session {
  readonly id: string
  readonly status: string
  readonly currency: string
  readonly buyer?: { readonly email: string }
  readonly capabilities: {
    readonly payment: { readonly handlers: readonly Record<string, unknown>[] }
    readonly interventions: Record<string, unknown>
    readonly extensions?: readonly { readonly name: string }[]
  }
  readonly line_items: readonly {
    readonly id: string
    readonly item: { readonly id: string }
    readonly quantity: number
  }[]
  readonly fulfillment_details?: { readonly name?: string; readonly address: Record<string, string> }
  readonly fulfillment_options: readonly { readonly id: string; readonly title: string }[]
  readonly selected_fulfillment_options: readonly { readonly option_id: string }[]
  readonly totals: readonly { readonly type: string; readonly amount: number }[]
  readonly discounts?: {
    readonly codes: readonly string[]
    readonly applied: readonly { readonly code?: string; readonly amount: number }[]
    readonly rejected: readonly { readonly code: string; readonly reason: string }[]
  }
  readonly messages: readonly {
    readonly type: string
    readonly code?: string
    readonly param?: string
    readonly resolution?: string
    readonly content?: string
  }[]
  readonly continue_url?: string
  readonly expires_at: string
  readonly metadata?: Record<string, unknown>
  readonly order?: AcpOrder
}

/**
 * The members of a session's order that the tests check. Those after the first three require the scope to read
 * orders.
 */
export interface AcpOrder {
  readonly id: string
  readonly checkout_session_id: string
  readonly permalink_url: string
  readonly status?: string
  readonly confirmation?: { readonly order_notes?: string }
  readonly line_items?: readonly { readonly id: string; readonly quantity: object; readonly status: string }[]
  readonly fulfillments?: readonly {
    readonly type: string
    readonly status: string
    readonly tracking_url?: string
    readonly destination?: Record<string, string>
    readonly events: readonly { readonly type: string }[]
  }[]
  readonly adjustments?: readonly { readonly type: string; readonly status: string }[]
  readonly totals?: Session["totals"]
}

/** An answer whose body matches the protocol's schema of a session or an error. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Session & { readonly type: string; readonly code: string; readonly param?: string }
}

interface Sent {
  readonly method?: string
  /** A string is sent as it is. */
  readonly body?: unknown
  /** Undefined removes a default header. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export const ANA = { email: "ana@buyers.example", first_name: "Ana", last_name: "Pop" }

/** An address in the demo store's euro region. */
export const BERLIN = {
  name: "Ana Pop",
  line_one: "Lindenstr. 1",
  city: "Berlin",
  state: "",
  country: "DE",
  postal_code: "10969",
}

/** An agent that can open the bank's page and supports discount codes. */
export const CAPABLE = {
  interventions: { supported: ["3ds", "biometric"], redirect_context: "external_browser", max_redirects: 1 },
  extensions: ["discount", "com.example.gifts"],
}

/** A client of the protocol. Checks every answer against the official schemas. */
export class AcpAgent {
  version: AcpVersion = VERSION

  private constructor(
    readonly token: string,
    readonly client_id: string
  ) {}

  /** An agent that shops for guests (consent by staff), or for this person. */
  static async of(person: Person = "admin", scope?: string): Promise<AcpAgent> {
    const client = await registerClient({ client_type: "acp_agent" })
    await setRules(client.client_id, { limits: { minute: 1_000_000 } })
    return new AcpAgent((await mintTokens(client, person, { scope })).access_token, client.client_id)
  }

  /** Sends a request, with a new idempotency key unless `headers` contains one. */
  async send(path: string, { method = "POST", body = {}, headers = {} }: Sent = {}): Promise<Answer> {
    const isRead = method === "GET"
    const all = {
      authorization: `Bearer ${this.token}`,
      "api-version": this.version,
      ...(!isRead && { "content-type": "application/json", "idempotency-key": randomUUID() }),
      ...headers,
    }
    const response = await fetch(`${world().base_url}/gw-acp/v1${path}`, {
      method,
      headers: Object.fromEntries(
        Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined)
      ),
      ...(!isRead && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer["body"],
    }
  }

  /** The session in an answer, which must have this status. */
  async session(answer: Promise<Answer>, status = 200): Promise<Session> {
    const { body, ...answered } = await answer
    deepStrictEqual([answered.status, body], [status, body])
    return body
  }

  create(
    lines: readonly [item: string, quantity: number][],
    more: object = {},
    headers = {}
  ): Promise<Answer> {
    const line_items = lines.map(([id, quantity]) => ({ id, quantity }))
    const body = { currency: "eur", capabilities: CAPABLE, line_items, ...more }
    return this.send("/checkout_sessions", { body, headers })
  }

  read(id: string): Promise<Session> {
    return this.session(this.send(`/checkout_sessions/${id}`, { method: "GET" }))
  }

  update(id: string, body: unknown, headers = {}): Promise<Answer> {
    return this.send(`/checkout_sessions/${id}`, { body, headers })
  }

  complete(id: string, more: object = {}, headers = {}): Promise<Answer> {
    return this.send(`/checkout_sessions/${id}/complete`, { body: { ...paymentFor(id), ...more }, headers })
  }

  cancel(id: string, body: unknown = {}, headers = {}): Promise<Answer> {
    return this.send(`/checkout_sessions/${id}/cancel`, { body, headers })
  }

  /** A session with these lines that is ready for payment, with the cheapest shipping option. */
  async ready(lines: readonly [item: string, quantity: number][], more: object = {}): Promise<Session> {
    const fulfillment_details = { name: "Ana Pop", address: BERLIN }
    const begun = await this.session(this.create(lines, { buyer: ANA, fulfillment_details, ...more }), 201)
    return this.session(this.update(begun.id, chosen(begun)))
  }

  /** A session that waits for the buyer's authentication. */
  async escalated(lines: readonly [item: string, quantity: number][]): Promise<Session> {
    const { id } = await this.ready(lines)
    const session = await this.session(this.complete(id))
    deepStrictEqual(session.status, "requires_escalation")
    return session
  }

  /** Lets the buyer act at the bank, and returns the session once it has this status. */
  async authenticateBuyer(
    { id, continue_url }: Session,
    status: string,
    action?: ShopperAction
  ): Promise<Session> {
    await authenticate(String(continue_url), action)
    return this.becomes(id, status)
  }

  becomes(id: string, status: string): Promise<Session> {
    return eventually(async () => {
      const session = await this.read(id)
      return session.status === status ? session : undefined
    })
  }
}

/** The payment data of a buyer who pays on the bank's page. */
export const paymentFor = (id: string) => ({
  payment_data: {
    handler_id: "gw_redirect",
    instrument: { type: "redirect", credential: { type: "session", token: id } },
  },
})

/** Selects the first shipping option. */
export const chosen = ({ fulfillment_options: [option], line_items }: Session) => ({
  selected_fulfillment_options: [
    { type: "shipping", option_id: option?.id, item_ids: line_items.map(({ id }) => id) },
  ],
})

/** The amount of a type in the totals, in minor units; 0 when the type is missing. */
export const amountOf = ({ totals }: Pick<Session, "totals">, type: string): number =>
  totals.find((total) => total.type === type)?.amount ?? 0

/** The messages of a session in short form: type, code and path. */
export const messageCodes = ({ messages }: Session): string[] =>
  messages.map(({ type, code = "", param = "" }) => `${type} ${code} ${param}`.trim())
