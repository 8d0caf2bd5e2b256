import { mintTokens } from "./mint-tokens"
import { type Person, type RegisteredClient, registerClient } from "./oauth-client"
import { setRules } from "./policy"
import { sql } from "./database"
import { world } from "./world"

/** A response of the app surface. */
export interface AppAnswer<Body = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** A payment as its customer sees it. The amount is in minor units. */
export interface AppPayment {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly redirect_url: string | null
  readonly agent: { readonly client_id: string; readonly name: string } | null
  readonly order: { readonly id: string; readonly number: number } | null
}

export interface AppCard {
  readonly id: string
  readonly last4: string
  readonly agent: { readonly client_id: string }
}

export interface AppConsent {
  readonly id: string
  readonly scopes: readonly string[]
  readonly agent: { readonly client_id: string; readonly name: string }
  readonly is_this_app: boolean
}

interface List<Row> {
  readonly payments: Row[]
  readonly cards: Row[]
  readonly consents: Row[]
  readonly next_cursor: string | null
}

/** The app of one customer of the store. */
export class App {
  private constructor(
    readonly client: RegisteredClient,
    readonly token: string,
    readonly refresh_token: string
  ) {}

  /** An app with all scopes, or with these. It has a high rate limit, because tests send many requests. */
  static async of(person: Person, scope?: string): Promise<App> {
    const client = await registerClient({ client_type: "app_shopper", client_name: "Shopper's app" })
    await setRules(client.client_id, { limits: { minute: 1_000_000 } })
    const { access_token, refresh_token } = await mintTokens(client, person, { scope })
    return new App(client, access_token, refresh_token)
  }

  async send<Body = Record<string, unknown>>(
    method: string,
    path: string,
    { headers = {}, body, base_url = world().base_url }: Sent = {}
  ): Promise<AppAnswer<Body>> {
    return callApp(method, path, this.token, { headers, body, base_url })
  }

  async payments(query = "") {
    return (await this.send<List<AppPayment>>("GET", `/payments${query}`)).body
  }

  /** A payment of the customer; fails unless the response is 200. */
  async payment(id: string): Promise<AppPayment> {
    const { status, body } = await this.send<{ payment: AppPayment }>("GET", `/payments/${id}`)
    if (status !== 200) throw new Error(`the payment answered ${status}`)
    return body.payment
  }

  async cards(): Promise<AppCard[]> {
    return (await this.send<List<AppCard>>("GET", "/cards")).body.cards
  }

  async consents(): Promise<AppConsent[]> {
    return (await this.send<List<AppConsent>>("GET", "/consents")).body.consents
  }

  pay(order: string | number, sent: Sent = {}) {
    return this.send<{ payment: AppPayment }>("POST", `/orders/${order}/payments`, sent)
  }
}

interface Sent {
  readonly headers?: Record<string, string>
  readonly body?: string
  /** The server to call, when a test runs several. */
  readonly base_url?: string
}

/** Calls an address of the app surface with any token. */
export async function callApp<Body>(
  method: string,
  path: string,
  token: string | undefined,
  { headers = {}, body, base_url = world().base_url }: Sent = {}
): Promise<AppAnswer<Body>> {
  const response = await fetch(`${base_url}/gw-app/v1${path}`, {
    method,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text || "{}") as Body }
}

/** The newest payment of a checkout, with its order. */
export async function paymentOf(session_id: string) {
  const [payment] = await sql<{ id: string; order_id: string; shop_order_id: number; redirect_url: string }>(
    `select p.id, p.order_id, p.shop_order_id, p.redirect_url from gw_session s join gw_payment p on p.id = s.payment_id
      where s.id = $1`,
    [session_id]
  )
  if (!payment) throw new Error(`no payment of ${session_id}`)
  return payment
}
