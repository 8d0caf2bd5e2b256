import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent } from "../support/acp"
import { Agent } from "../support/agent"
import { Buyer } from "../support/buyer"
import { callMethod, type McpAnswer, postMcp, toolCall } from "../support/mcp"
import { switchSurfaces } from "../support/oauth-client"
import { ALWAYS, callsToday, ELSEWHERE, HERE, otherHours, refusalsOf, setRules } from "../support/policy"

/** The HTTP status, the code and the text of a refusal. */
type Refusal = readonly [status: number, code: unknown, message: unknown]

/** A client of a surface. */
interface Client {
  readonly token: string
  readonly client_id: string
  /** The refusal of reading something unknown by the surface's own protocol. */
  refusal(): Promise<Refusal>
}

/** An MCP server, with a client that may do everything, and one that has the scope of `permitted` only. */
interface Server {
  readonly reads: readonly [tool: string, args: object, missing: string]
  readonly permitted: readonly [tool: string, args: object]
  client(): Promise<Client>
  limitedClient(): Promise<Omit<Client, "refusal">>
}

const META = { api_version: "2026-04-17" }

const SERVERS: Readonly<Record<string, Server>> = {
  "/gw-ucp/v1/mcp": {
    reads: ["get_cart", { id: "cart_none" }, "not_found"],
    permitted: ["list_orders", {}],
    async client() {
      const buyer = await Buyer.forCustomer()
      const refusal = async (): Promise<Refusal> => {
        const { status, body } = await buyer.get("/carts/cart_none")
        return [status, body.code, body.message]
      }
      return { token: buyer.token, client_id: buyer.client_id, refusal }
    },
    limitedClient: () => Buyer.withScopes("dev.ucp.shopping.order:read"),
  },
  "/gw-a2a/v1/mcp": {
    reads: ["get_task", { task_id: "task_none" }, "task_not_found"],
    permitted: ["cancel_task", { task_id: "task_none" }],
    async client() {
      const agent = await Agent.withScopes("a2a:payments:read")
      const refusal = async (): Promise<Refusal> => {
        const { status, body } = await agent.call("tasks/get", { task_id: "task_none" })
        return [status, body.error.data.code, body.error.message]
      }
      return { token: agent.access_token, client_id: agent.client_id, refusal }
    },
    async limitedClient() {
      const { access_token: token, client_id } = await Agent.withScopes("a2a:payments:create")
      return { token, client_id }
    },
  },
  "/gw-acp/v1/mcp": {
    reads: ["get_checkout_session", { meta: META, id: "cs_none" }, "session_not_found"],
    permitted: ["cancel_checkout_session", { meta: META, id: "cs_none" }],
    async client() {
      const agent = await AcpAgent.of()
      const refusal = async (): Promise<Refusal> => {
        const { status, body } = await agent.send("/checkout_sessions/cs_none", { method: "GET" })
        return [status, body.code, (body as { message?: unknown }).message]
      }
      return { token: agent.token, client_id: agent.client_id, refusal }
    },
    limitedClient: () => AcpAgent.of("admin", "acp:checkout:write"),
  },
}

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true }))
afterAll(() => switchSurfaces({ ucp_enabled: false, acp_enabled: false }))

const refusalIn = ({ status, body }: McpAnswer): Refusal => [
  status,
  body.error?.data.code,
  body.error?.message,
]

describe.each(Object.entries(SERVERS))(
  "the gates of %s",
  (path, { reads, permitted, client, limitedClient }) => {
    const [tool, args, missing] = reads
    const read = (token: string) => postMcp(toolCall(tool, args), { token, path })

    /** Expects that the tool runs, and therefore says that it does not find what it was asked for. */
    async function expectServed(token: string): Promise<void> {
      const { status, body } = await read(token)
      expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining(`"${missing}"`)])
    }

    /** Expects that a client is refused over MCP as by the surface's own protocol, before it learns anything. */
    async function expectRefused({ token, client_id, refusal }: Client, code: string): Promise<void> {
      const refused = await read(token)
      expect(refusalIn(refused)).toEqual(await refusal())
      expect(refused.body).toMatchObject({ id: 7, error: { code: -32000, data: { code } } })
      expect(refused.status).toBe(403)
      for (const method of ["initialize", "tools/list"]) {
        const { status, body } = await callMethod(method, {}, { token, path })
        expect([method, status, body.error?.data.code]).toEqual([method, 403, code])
      }
      expect(await callsToday(client_id)).toBe(0)
      expect(await refusalsOf(client_id)).toEqual({ [code]: 4 })
    }

    it("refuse a client at an address that is not allowed, as without MCP, and accept one that is [MCP-05, AUTH-14]", async () => {
      const [own, other] = [await client(), await client()]
      await setRules(own.client_id, { ip_allow: ELSEWHERE })
      await expectRefused(own, "ip_not_allowed")
      await expectServed(other.token)
      await setRules(own.client_id, { ip_allow: [...ELSEWHERE, ...HERE] })
      await expectServed(own.token)
    })

    it("refuse a client outside its access schedule, as without MCP, and accept one within it [MCP-05, AUTH-15]", async () => {
      const [own, other] = [await client(), await client()]
      await setRules(own.client_id, { hours: otherHours() })
      await expectRefused(own, "outside_hours")
      await expectServed(other.token)
      await setRules(own.client_id, { hours: ALWAYS })
      await expectServed(own.token)
    })

    it("are checked in their order, and count only the calls that pass them [MCP-05, MCP-06, AUTH-17]", async () => {
      const { token, client_id } = await limitedClient()
      await setRules(client_id, { ip_allow: ELSEWHERE, hours: otherHours(), limits: { day: 1 } })
      const call = () => postMcp(toolCall(...permitted), { token, path })
      const refused = async () => refusalIn(await call()).slice(0, 2)
      expect(refusalIn(await read(`gwa_${"A".repeat(43)}`))).toMatchObject([401, "unauthorized", {}])
      expect((await read(token)).headers.get("www-authenticate")).toContain('error="insufficient_scope"')
      expect(await refused()).toEqual([403, "ip_not_allowed"])
      await setRules(client_id, { ip_allow: HERE })
      expect(await refused()).toEqual([403, "outside_hours"])
      await setRules(client_id, { hours: ALWAYS })
      expect(await callsToday(client_id)).toBe(0)
      expect((await call()).status).toBe(200)
      expect(await refused()).toEqual([429, "rate_limited"])
      expect(await callsToday(client_id)).toBe(1)
    })
  }
)
