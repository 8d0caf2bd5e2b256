import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, paymentFor, VERSION } from "../support/acp"
import { Agent } from "../support/agent"
import { Buyer } from "../support/buyer"
import { newKey, postMcp, toolCall } from "../support/mcp"
import { switchSurfaces } from "../support/oauth-client"
import {
  expectUntouched,
  namesOf,
  PAYMENT_SCOPES,
  type PlacedOrders,
  placeOrders,
} from "../support/placed-orders"
import { closeAcpShop, openAcpShop } from "../support/shop"

type Protocol = keyof PlacedOrders

/** The calls of an MCP server's tools with an id of an order, and the tool that reads an own order. */
interface Server {
  readonly path: string
  readonly tools: Readonly<Record<string, (id: string) => object>>
  readonly reads: readonly [tool: string, id: "number" | "session_id" | "payment_id", found: RegExp]
  readonly not_found: RegExp
}

const acpMeta = () => ({ meta: { api_version: VERSION, idempotency_key: crypto.randomUUID() } })
const ofId =
  (more: object = {}) =>
  (id: string) => ({ ...newKey(), id, ...more })
const ofSession = (payload?: (id: string) => object) => (id: string) => ({
  ...acpMeta(),
  id,
  ...(payload && { payload: payload(id) }),
})
const ofPayment = (id: string) => ({
  ...newKey(),
  ...(/^\d+$/.test(id) ? { shop_order_id: Number(id) } : { payment_id: id }),
})
const ofTask = (task_id: string) => ({ ...newKey(), task_id })

const SERVERS: Readonly<Record<Protocol, Server>> = {
  UCP: {
    path: "/gw-ucp/v1/mcp",
    tools: {
      get_order: ofId(),
      cancel_order: ofId({ reason: "changed my mind" }),
      refund_order: ofId({ amount: 1 }),
      get_checkout: ofId(),
      complete_checkout: ofId({ checkout: {} }),
      cancel_checkout: ofId(),
    },
    reads: ["get_order", "number", /"status":"success"/],
    not_found: /"code":"not_found"/,
  },
  ACP: {
    path: "/gw-acp/v1/mcp",
    tools: {
      get_checkout_session: ofSession(),
      update_checkout_session: ofSession(() => ({})),
      complete_checkout_session: ofSession(paymentFor),
      cancel_checkout_session: ofSession(),
    },
    reads: ["get_checkout_session", "session_id", /"status":"completed"/],
    not_found: /"code":"session_not_found"/,
  },
  A2A: {
    path: "/gw-a2a/v1/mcp",
    tools: {
      query_payment_status: ofPayment,
      capture_payment: ofPayment,
      refund_payment: ofPayment,
      get_task: ofTask,
      cancel_task: ofTask,
    },
    reads: ["query_payment_status", "payment_id", /"status":"captured"/],
    not_found: /"code":"(payment|task)_not_found"/,
  },
}
const PROTOCOLS = Object.keys(SERVERS) as Protocol[]

let over: PlacedOrders
/** The tokens of the clients that placed the orders, and of others of the same customer with all scopes. */
let owners: Readonly<Record<Protocol, string>>
let others: Readonly<Record<Protocol, string>>

beforeAll(async () => {
  const { item } = await openAcpShop("Orrery of three assistants")
  await switchSurfaces({ a2a_enabled: true })
  const clients = async () => ({
    platform: await Buyer.forCustomer(),
    acp: await AcpAgent.of("customer"),
    agent: await Agent.withScopes(...PAYMENT_SCOPES),
  })
  const placing = await clients()
  owners = tokensOf(placing)
  others = tokensOf(await clients())
  over = await placeOrders(placing, item)
})
afterAll(closeAcpShop)

const tokensOf = ({ platform, acp, agent }: { platform: Buyer; acp: AcpAgent; agent: Agent }) => ({
  UCP: platform.token,
  ACP: acp.token,
  A2A: agent.access_token,
})

/** What a tool answers about an id, with the id masked. */
async function answer(server: Server, token: string, tool: string, id: string): Promise<string> {
  const call = toolCall(tool, server.tools[tool]?.(id) ?? {})
  const { status, body } = await postMcp(call, { token, path: server.path })
  const { result, error } = body
  const said = { is_error: result?.isError, content: result?.structuredContent, error }
  const masked = JSON.stringify(said, (_, value: unknown) => (String(value) === id ? "ID" : value))
  return `${status} ${masked}`
}

/** An id of the same form that nothing has. */
const unknownLike = (id: string) => (/^\d+$/.test(id) ? `9${id}` : `${id.slice(0, -6)}000000`)

describe.each(PROTOCOLS)("over the MCP server of %s, an order", (protocol) => {
  const server = SERVERS[protocol]

  it.each(PROTOCOLS)(
    "placed by another client over %s is answered like an unknown one, and not changed [OWN-01, OWN-02]",
    async (placed) => {
      for (const id of namesOf(over[placed]))
        for (const tool of Object.keys(server.tools)) {
          const answers = [id, unknownLike(id)].map((one) => answer(server, others[protocol], tool, one))
          const [foreign, unknown] = await Promise.all(answers)
          expect([tool, id, foreign]).toEqual([tool, id, unknown])
        }
      await expectUntouched(over[placed])
    }
  )

  it("is read by the client that placed it, and not found by another one of its customer [OWN-01]", async () => {
    const [tool, kind, found] = server.reads
    const id = over[protocol][kind]
    expect(await answer(server, owners[protocol], tool, id)).toMatch(found)
    for (const each of Object.keys(server.tools))
      expect(await answer(server, others[protocol], each, id), each).toMatch(server.not_found)
  })
})

it.each([
  ["UCP", "list_orders", "session_id"],
  ["A2A", "list_payments", "payment_id"],
] as const)(
  "the list over the MCP server of %s has only own orders [OWN-01]",
  async (protocol, tool, kind) => {
    const server = SERVERS[protocol]
    const [own, other] = await Promise.all(
      [owners, others].map((tokens) => answer(server, tokens[protocol], tool, "none"))
    )
    for (const placed of PROTOCOLS) {
      const listed = [own, other].map((list) => list?.includes(over[placed][kind]))
      expect([placed, ...listed]).toEqual([placed, placed === protocol, false])
    }
  }
)
