import type { IncomingMessage, ServerResponse } from "node:http"
import type { Express } from "express"
import { setTimeout as sleep } from "node:timers/promises"
import type { DemoAddresses } from "../environment"
import { listen } from "../store/listen"
import { read } from "./read-members"
import { completedRequest, withOwnHandler } from "./suite-requests"

/** How often the checkout is read after the shopper has approved, and for how long. */
const POLL_MS = 100
const MAX_POLLS = 300

const CREATION = /^\/gw-ucp\/(?:v1|checkout\/v1)\/(?:checkout-sessions|sessions|carts|cart-sessions)\/?$/
const CART = /\/(?:carts|cart-sessions)\/?$/
const COMPLETION = /^(\/gw-ucp\/(?:v1|checkout\/v1)\/(?:checkout-sessions|sessions)\/[^/]+)\/complete\/?$/
const UPDATE = /^\/gw-ucp\/(?:v1|checkout\/v1)\/(?:checkout-sessions|sessions)\/[^/]+\/?$/
const PROFILE = /^\/\.well-known\/ucp(?:\.json|\/.*)?$/

/** The statuses of a checkout whose payment is not settled yet. */
const UNSETTLED: readonly unknown[] = ["requires_escalation", "complete_in_progress"]

/** The bearer tokens with which the suite proxy calls: that of a guest's platform, and those of customers by email. */
export interface ProxyTokens {
  guest: string
  customers: ReadonlyMap<string, string>
}

/** Approves the payment of a checkout, as its shopper would. */
export type Approve = (session_id: string) => Promise<unknown>

/**
 * The suite proxy is a second address of the store, on this machine only, for suites that know neither tokens nor shoppers.
 *
 * - A UCP request without `Authorization` gets a token: that of the customer whose email address the body of the
 *   creating request names as the buyer's, as a platform with the customer's consent would send, otherwise one for
 *   guests. Later requests about the same checkout, cart or order get the same token. Requests of web pages get none.
 * - A checkout of a guest that names no buyer gets the buyer `GUEST`, and an address in the members `locality` and
 *   `region`, which UCP does not define, gets those that UCP defines.
 * - A completion that pays with the handler of UCP's samples reaches the store with the store's own handler.
 * - A completion that needs the shopper is approved by the shopper, and answered when the store has settled it.
 * - The UCP profile names the suite proxy's address as the endpoint.
 *
 * Everything else, and every request with a token of its own, reaches the store unchanged.
 */
export class SuiteProxy {
  private readonly tokenOf = new Map<string, string>()

  constructor(
    private readonly app: Express,
    private readonly at: DemoAddresses,
    private readonly tokens: ProxyTokens,
    private readonly approve: Approve
  ) {}

  /** Listens, and returns the function that stops. */
  open(): Promise<() => Promise<void>> {
    return listen(
      (request, response) => this.handle(request, response),
      this.at.suite_proxy_port,
      "127.0.0.1"
    )
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? "/", this.at.suite_proxy)
    if (request.headers.host === new URL(this.at.suite_proxy).host)
      request.headers.host = new URL(this.at.store).host
    if (request.method === "GET" && PROFILE.test(pathname)) return void this.relay(request, response)
    if (!this.lacksToken(request, pathname)) return void this.app(request, response)
    if (isRelayed(request.method, pathname)) return void this.relay(request, response)
    request.headers.authorization = `Bearer ${this.rememberedToken(pathname)}`
    this.app(request, response)
  }

  private lacksToken({ headers }: IncomingMessage, pathname: string): boolean {
    const isUcp = pathname.startsWith("/gw-ucp/") && !pathname.startsWith("/gw-ucp/oauth/")
    return isUcp && headers.authorization === undefined && headers.origin === undefined
  }

  /** The token of the checkout, cart or order in the path. */
  private rememberedToken(pathname: string): string {
    const known = pathname.split("/").flatMap((part) => this.tokenOf.get(part) ?? [])
    return known[0] ?? this.tokens.guest
  }

  /** Sends a request on and returns the store's response, changed as described above. */
  private async relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const answer = await this.exchange(request)
      response.writeHead(answer.status, answer.headers).end(answer.text)
    } catch (error) {
      response.writeHead(502).end(String(error))
    }
  }

  private async exchange(request: IncomingMessage) {
    const body = await bodyOf(request)
    const path = request.url ?? "/"
    const { pathname } = new URL(path, this.at.store)
    if (request.method === "GET") {
      const { text, ...profile } = await this.call("GET", path, headersOf(request))
      return {
        ...profile,
        text: text.replaceAll(`"${this.at.store}/gw-ucp`, `"${this.at.suite_proxy}/gw-ucp`),
      }
    }
    const token = CREATION.test(pathname) ? this.tokenFor(body) : this.rememberedToken(pathname)
    const headers = { ...headersOf(request), authorization: `Bearer ${token}` }
    const sent = COMPLETION.test(pathname)
      ? withOwnHandler(body)
      : completedRequest(body, token === this.tokens.guest && !CART.test(pathname))
    const answer = await this.call(request.method ?? "POST", path, headers, sent)
    const settled = (await this.settle(pathname, answer.text, headers)) ?? answer
    this.remember(settled.text, token)
    return settled
  }

  private tokenFor(body: string): string {
    const { buyer, cart_id } = read(body)
    const email = read(buyer).email
    const customer = typeof email === "string" ? this.tokens.customers.get(email.toLowerCase()) : undefined
    return customer ?? this.tokenOf.get(String(cart_id)) ?? this.tokens.guest
  }

  private remember(text: string, token: string): void {
    const { id, order } = read(text)
    for (const known of [id, read(order).id]) if (typeof known === "string") this.tokenOf.set(known, token)
  }

  /** The settled checkout, if the completion waited for the shopper. */
  private async settle(pathname: string, text: string, headers: Record<string, string>) {
    const { id, status } = read(text)
    const [, checkout] = COMPLETION.exec(pathname) ?? []
    if (!checkout || typeof id !== "string" || status !== "requires_escalation") return undefined
    const { "content-type": _, "idempotency-key": __, ...reading } = headers
    const now = await this.call("GET", checkout, reading)
    // The response to a repeated completion is that of the first one, whose payment is approved already.
    if (read(now.text).status === "requires_escalation") await this.approve(id)
    for (let poll = 0; poll < MAX_POLLS; poll++) {
      const answer = await this.call("GET", checkout, reading)
      if (!UNSETTLED.includes(read(answer.text).status)) return answer
      await sleep(POLL_MS)
    }
    return undefined
  }

  private async call(method: string, path: string, headers: Record<string, string>, body?: string) {
    const answer = await fetch(`${this.at.store}${path}`, { method, headers, body })
    const passed = [...answer.headers].filter(([name]) => !HOP_HEADERS.has(name))
    return { status: answer.status, headers: Object.fromEntries(passed), text: await answer.text() }
  }
}

function isRelayed(method: string | undefined, pathname: string): boolean {
  if (method === "PUT") return UPDATE.test(pathname)
  return method === "POST" && (CREATION.test(pathname) || COMPLETION.test(pathname))
}

/** Headers of one connection, and those that describe an encoding that is already undone. */
const HOP_HEADERS = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-encoding",
  "content-length",
  "host",
  "expect",
])

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const passed = Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name))
  return Object.fromEntries(passed.map(([name, value]) => [name, String(value)]))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
