import { beforeAll, describe, expect, it } from "vitest"
import { type Agent, eventually } from "../support/agent"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { adminFetch, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import {
  messageOf,
  OfficialCaller,
  type OfficialTask,
  postOfficial,
  skillMessage,
  WIRES,
} from "../support/official"
import { payingAgent } from "../support/payments"
import { changeSettings } from "../support/policy"
import { Receiver } from "../support/receiver"
import { authenticate } from "../support/shopper"
import { inOwnWorld } from "../support/own-world"
import { callUcp } from "../support/ucp"
import { newEncryptionKey, newPrivateKey } from "../support/store-keys"

const KEYS = {
  GW_CARD_KEY: newPrivateKey(),
  GW_ENCRYPTION_KEY: newEncryptionKey(),
}

const INSIDE = [
  "http://127.0.0.1:9/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://localhost/",
  "https://2130706433/",
  "https://db.internal/",
  "https://169.254.169.254/latest/",
  "http://agent.example/",
]

const SANDBOX = "/admin/agentic-commerce/sandbox"

/** Push notifications in stores that are configured as in production. */
describe("a store", () => {
  const running = inOwnWorld()
  let agent: Agent
  let buyer: Buyer

  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    agent = await payingAgent()
    buyer = await Buyer.forGuests()
  })

  describe.each(["0.3", "1.0"] as const)("A2A %s", (version) => {
    const wire = WIRES[version]

    it("without keys rejects push configurations, and its card says so [A2A-56, A2A-57]", async () => {
      const caller = new OfficialCaller(agent, version)
      const question = messageOf(version, wire.text("What can you do?"))
      const { id } = await caller.send(question)
      const url = "https://agent.example/hook"
      expect(await caller.refusal(wire.setPush, wire.push(id, { url }))).toBe(-32003)
      expect(await caller.refusal(wire.getPush, wire.namedPush(id, "x"))).toBe(-32003)
      expect(await caller.refusal(wire.listPush, wire.taskPush(id))).toBe(-32003)
      expect(await caller.refusal(wire.deletePush, wire.namedPush(id, "x"))).toBe(-32003)
      const configuration = { [wire.sentPush]: { url } }
      const parameters = { message: messageOf(version, wire.text("And you?")), configuration }
      expect(await caller.refusal(wire.send, parameters)).toBe(-32003)
      const { base_url } = running().world
      const headers = { "a2a-version": version }
      const card = await (await fetch(`${base_url}/.well-known/agent-card.json`, { headers })).json()
      expect(card).toMatchObject({ capabilities: { pushNotifications: false } })
      expect(card).not.toHaveProperty("signatures")
      expect((await fetch(`${base_url}/gw-a2a/v1/jwks.json`)).status).toBe(404)
    })
  })

  // Runs before the stores below, none of which accepts such a credential.
  it("sends no push notification for a sandbox credential that has ended [A2A-58]", async () => {
    const receiver = await Receiver.listen()
    const second = await running().startSecondStore({
      ...KEYS,
      GW_DEBUG: "true",
      GW_ALLOW_PRIVATE_NETWORKS: "true",
    })
    await changeSettings({ sandbox_enabled: true })
    const issued = await adminPost(SANDBOX, { flavor: "a2a" }, second)
    const { token: access_token } = (await issued.json()) as { token: string }
    const message = skillMessage("1.0", "create_payment", { amount: 1500, currency: "EUR" })
    const configuration = { taskPushNotificationConfig: { url: receiver.at("/hook"), token: "t" } }
    const body = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message, configuration } }
    const url = `${second}/gw-a2a/v1/rpc`
    const sent = await postOfficial({ access_token }, "1.0", JSON.stringify(body), url)
    const { task } = ((await sent.json()) as { result: { task: OfficialTask } }).result
    const received = await receiver.waitFor("/hook", ({ body }) => body.includes("TASK_STATE_INPUT_REQUIRED"))
    expect((await adminFetch(`${SANDBOX}/a2a`, { method: "DELETE" })).status).toBe(200)
    await authenticate(String(task.artifacts?.[0]?.parts[0]?.data.sca_redirect_url))
    const why = "select last_error from gw_push_config where task_id = $1 and ended_at is not null"
    const [ended] = await eventually(async () => {
      const rows = await sql<{ last_error: string }>(why, [task.id])
      return rows.length ? rows : undefined
    })
    expect(ended?.last_error).toBe("the sandbox credential has ended")
    expect(receiver.arrived).toHaveLength(received.length)
    receiver.close()
  })

  it.each([
    ["with keys", {}],
    [
      "in production, even with development options",
      { NODE_ENV: "production", GW_ALLOW_PRIVATE_NETWORKS: "true" },
    ],
  ])(
    "%s sends neither push notifications nor webhooks to addresses inside its own network [A2A-59, EVT-15]",
    async (_, env) => {
      const second = await running().startSecondStore({ ...KEYS, ...env })
      const { id } = await new OfficialCaller(agent, "1.0").send(
        messageOf("1.0", { text: "What can you do?" })
      )
      const set = async (url: string) => {
        const request = {
          jsonrpc: "2.0",
          id: 1,
          method: "CreateTaskPushNotificationConfig",
          params: { taskId: id, url },
        }
        const { body } = await agent.post<{ url: string }>(JSON.stringify(request), {
          base_url: second,
          headers: { "a2a-version": "1.0" },
        })
        return (body.error as { code: number } | undefined)?.code
      }
      expect(await Promise.all(INSIDE.map(set))).toEqual(INSIDE.map(() => -32602))
      expect(await set("https://agent.example/hook")).toBeUndefined()
      const register = (url: string) => webhookStatus(buyer, url, second)
      expect(await Promise.all(INSIDE.map(register))).toEqual(INSIDE.map(() => 400))
      expect(await register(`https://agent.example/${Date.now()}`)).toBe(201)
    }
  )

  it("without keys rejects webhooks [EVT-15]", async () => {
    expect(await webhookStatus(buyer, "https://agent.example/hook")).toBe(503)
  })
})

/** The status a client gets for the registration of a webhook. */
async function webhookStatus({ token }: Buyer, url: string, base_url?: string): Promise<number> {
  const headers = { "content-type": "application/json" }
  const sent = { method: "POST", body: JSON.stringify({ url }), headers, ...(base_url && { base_url }) }
  return (await callUcp("/gw-ucp/v1/webhooks", token, sent)).status
}
