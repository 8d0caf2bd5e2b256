import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { AcpAgent, paymentFor, VERSION } from "../support/acp"
import { Agent, eventually } from "../support/agent"
import type { App } from "../support/app"
import { closeApp, openApp } from "../support/app-family"
import { Buyer, CARD } from "../support/buyer"
import { closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { switchSurfaces } from "../support/oauth-client"
import type { NewCustomer } from "../support/privacy"
import { limited } from "../support/purchases"
import { storeLog } from "../support/store-log"
import { world } from "../support/world"
import { writtenOrder } from "../support/written-orders"

let ana: NewCustomer
let app: App
let item: string

beforeAll(async () => {
  const catalog = await openCatalog()
  ;({ ana, app } = await openApp())
  await switchSurfaces({ acp_enabled: true })
  item = await limited(catalog, 100, "Pantograph")
})
afterAll(async () => {
  await switchSurfaces({ acp_enabled: false })
  await closeApp()
  await closeCatalog()
})

/** A request that starts a payment. */
interface Request {
  readonly path: string
  readonly token: string
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

async function byA2a(): Promise<Request> {
  const { access_token } = await Agent.withScopes("a2a:payments:create", "a2a:payments:read")
  const params = { skill_id: "create_payment", input: { amount: 1500, currency: "EUR" } }
  const body = { jsonrpc: "2.0", id: 1, method: "tasks/send", params }
  return { path: "/gw-a2a/v1/rpc", token: access_token, body }
}

async function byUcp(): Promise<Request> {
  const buyer = await Buyer.forGuests()
  const { id } = await buyer.ready([[item, 1]])
  const path = `/gw-ucp/v1/checkout-sessions/${id}/complete`
  return { path, token: buyer.token, body: { payment: { instruments: [CARD] } } }
}

async function byAcp(): Promise<Request> {
  const agent = await AcpAgent.of()
  const { id } = await agent.ready([[item, 1]])
  const path = `/gw-acp/v1/checkout_sessions/${id}/complete`
  return { path, token: agent.token, body: paymentFor(id), headers: { "API-Version": VERSION } }
}

async function byApp(): Promise<Request> {
  const { id } = await writtenOrder(ana)
  return { path: `/gw-app/v1/orders/${id}/payments`, token: app.token, body: {} }
}

const headersOf = ({ token, headers = {} }: Request, key: string) => ({
  Authorization: `Bearer ${token}`,
  "Content-Type": "application/json",
  "Idempotency-Key": key,
  "X-Request-Id": key,
  ...headers,
})

/** Sends a whole request whose length promises more, and closes the connection instead. */
async function abort(request: Request, key: string): Promise<void> {
  const { hostname, port, host } = new URL(world().base_url)
  const text = JSON.stringify(request.body)
  const headers = { Host: host, ...headersOf(request, key), "Content-Length": text.length + 1 }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const socket = connect(Number(port), hostname)
  await once(socket, "connect")
  socket.write([`POST ${request.path} HTTP/1.1`, ...lines, "", text].join("\r\n"), () => socket.destroy())
  await once(socket, "close")
}

/** Everything that a payment writes first. */
async function written(): Promise<object | undefined> {
  const [counts] = await sql<Record<string, number>>(
    `select (select count(*)::int from gw_payment) as payments, (select count(*)::int from gw_task) as tasks,
            (select count(*)::int from gw_idempotency) as keys, (select count(*)::int from "order") as orders`
  )
  return counts
}

it.each([
  ["A2A", byA2a],
  ["UCP", byUcp],
  ["ACP", byAcp],
  ["the customer app", byApp],
])(
  "a payment by %s whose client disconnects while the body is read executes nothing; complete, it is started [HRD-05]",
  async (_, requested) => {
    const request = await requested()
    const key = randomUUID()
    const before = await written()
    await abort(request, key)
    await eventually(
      async () =>
        (await storeLog()).some((line) => line.includes(key) && line.includes("closed the connection")) ||
        undefined
    )
    expect(await written()).toEqual(before)
    const complete = await fetch(`${world().base_url}${request.path}`, {
      method: "POST",
      headers: headersOf(request, key),
      body: JSON.stringify(request.body),
    })
    expect([complete.status, await complete.text()]).toEqual([
      expect.toBeOneOf([200, 201]),
      expect.stringMatching(/requires_action|requires_escalation|input-required/),
    ])
  }
)
