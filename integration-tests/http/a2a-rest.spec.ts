import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { ledgerOf } from "../support/bank-ledger"
import { switchSurfaces } from "../support/oauth-client"
import { messageOf, OfficialCaller, type OfficialTask, skillMessage, WIRES } from "../support/official"
import { payingAgent } from "../support/payments"
import { AS_NEW, callsToday, changeSettings, otherHours, setRules } from "../support/policy"
import { freshPath } from "../support/push"
import { leftIn } from "../support/rate-limit"
import { Receiver } from "../support/receiver"
import { RestCaller, restEvents, restUrl } from "../support/rest"
import { authenticate } from "../support/shopper"
import { world } from "../support/world"

const payment = (more: object = {}) =>
  skillMessage("1.0", "create_payment", { amount: 1500, currency: "EUR" }, more)
const question = (more: object = {}) => messageOf("1.0", WIRES["1.0"].text("What can you do?"), more)
const urlIn = ({ status }: OfficialTask) =>
  String(status.message?.parts.find(({ data }) => data?.sca_redirect_url)?.data?.sca_redirect_url)

let agent: Agent
let caller: RestCaller

beforeAll(async () => {
  agent = await payingAgent()
  caller = new RestCaller(agent)
})

describe("the HTTP+JSON binding", () => {
  it("is on the Agent Card, with the address at which it is served [REST-01]", async () => {
    const headers = { "a2a-version": "1.0" }
    const card = await fetch(`${world().base_url}/.well-known/agent-card.json`, { headers })
    const { supportedInterfaces } = (await card.json()) as { supportedInterfaces: object[] }
    const [own, ...others] = supportedInterfaces.filter((one) => "url" in one && one.url === restUrl())
    expect([own, others]).toEqual([
      { url: restUrl(), protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
      [],
    ])
  })

  it("sends a message, and returns the same task and list as JSON-RPC [REST-01]", async () => {
    const task = await caller.send(payment())
    expect(task.status.state).toBe("TASK_STATE_INPUT_REQUIRED")
    const rpc = new OfficialCaller(agent, "1.0")
    const got = await caller.call("GET", `/tasks/${task.id}`)
    expect([got.status, got.headers.get("content-type"), got.headers.get("cache-control")]).toEqual([
      200,
      "application/a2a+json",
      "no-store",
    ])
    expect(got.body).toEqual((await rpc.call("GetTask", { id: task.id })).body.result)
    expect(got.body).toEqual(task)
    const none = await caller.call<OfficialTask>("GET", `/tasks/${task.id}?historyLength=0`)
    expect(none.body.history ?? []).toEqual([])
    const filters = { contextId: task.contextId, status: task.status.state, pageSize: 5 }
    const query = new URLSearchParams({ ...filters, pageSize: "5", includeArtifacts: "true" })
    const listed = await caller.call<{ tasks: OfficialTask[] }>("GET", `/tasks?${query}`)
    expect(listed.body).toEqual(
      (await rpc.call("ListTasks", { ...filters, includeArtifacts: true })).body.result
    )
    expect(listed.body.tasks.map(({ id, artifacts }) => [id, artifacts?.length])).toEqual([[task.id, 1]])
    const plain = await caller.call<{ tasks: OfficialTask[] }>(
      "GET",
      `/tasks?contextId=${task.contextId}&includeArtifacts=false`
    )
    expect(plain.body.tasks[0]?.artifacts).toBeUndefined()
  })

  it("creates one task for a message that is sent 20 times at once, also by both bindings [REST-03]", async () => {
    const message = payment()
    const rpc = new OfficialCaller(agent, "1.0")
    const sent = Array.from({ length: 20 }, (_, time) =>
      time % 2 ? caller.send(message) : rpc.send(message)
    )
    const ids = new Set((await Promise.all(sent)).map(({ id }) => id))
    expect(ids.size).toBe(1)
    const other = skillMessage("1.0", "create_payment", { amount: 1600, currency: "EUR" })
    const { messageId } = message as { messageId: string }
    expect(
      await caller.refusal("POST", "/message:send", { body: { message: { ...other, messageId } } })
    ).toEqual([409, "ABORTED", "IDEMPOTENCY_CONFLICT"])
  })

  it("streams the task and its updates without an envelope, and ends when the customer must act [REST-01]", async () => {
    const response = await caller.open("POST", "/message:stream", { body: { message: payment() } })
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ])
    const events = await restEvents(response)
    expect(Object.keys(events[0] ?? {})).toEqual(["task"])
    for (const event of events) {
      expect(Object.keys(event)).toHaveLength(1)
      expect(["task", "statusUpdate", "artifactUpdate"]).toContain(Object.keys(event)[0])
    }
    expect(statesIn(events).at(-1)).toBe("TASK_STATE_INPUT_REQUIRED")
  })

  it.each(["GET", "POST"])("subscribes to a task by %s until it ends [REST-01]", async (method) => {
    const task = await caller.send(payment())
    const reading = caller.open(method, `/tasks/${task.id}:subscribe`).then(restEvents)
    await authenticate(urlIn(task))
    const events = await reading
    expect(events[0]).toEqual({ task })
    expect(statesIn(events)).toEqual(["TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED"])
    expect(await caller.refusal(method, `/tasks/${task.id}:subscribe`)).toEqual([
      400,
      "FAILED_PRECONDITION",
      "UNSUPPORTED_OPERATION",
    ])
    expect(await caller.refusal("POST", `/tasks/${task.id}:cancel`)).toEqual([
      400,
      "FAILED_PRECONDITION",
      "TASK_NOT_CANCELABLE",
    ])
  })

  it.each([
    ["without a body", {}],
    ["with an empty object", { body: {} }],
    ["with metadata", { body: { metadata: { why: "test" } } }],
    ["with the content type and no body", { headers: { "content-type": "application/json" } }],
  ])("cancels a task and its payment, %s [REST-01]", async (_, sent) => {
    const task = await caller.send(payment())
    const canceled = await caller.call<OfficialTask>("POST", `/tasks/${task.id}:cancel`, sent)
    expect([canceled.status, canceled.body.status.state]).toEqual([200, "TASK_STATE_CANCELED"])
    const id = String(task.artifacts?.[0]?.parts[0]?.data.payment_id)
    expect((await ledgerOf(id)).status).toBe("canceled")
  })

  it("reads the id of the path, not one in the body or query [REST-01]", async () => {
    const [one, other] = [await caller.send(question()), await caller.send(question())]
    const body = { id: other.id, taskId: other.id }
    const { body: canceled } = await caller.call<OfficialTask>("POST", `/tasks/${one.id}:cancel`, { body })
    expect(canceled.id).toBe(one.id)
    const got = await caller.call<OfficialTask>("GET", `/tasks/${one.id}?id=${other.id}`)
    expect(got.body.id).toBe(one.id)
  })

  it("creates, reads, lists and deletes push configurations of a task [REST-01]", async () => {
    const receiver = await Receiver.listen()
    try {
      const { id: taskId } = await caller.send(question())
      const path = `/tasks/${taskId}/pushNotificationConfigs`
      const url = receiver.at(freshPath())
      const created = await caller.call("POST", path, { body: { id: "a:send", url, token: "t" } })
      expect([created.status, created.body]).toMatchObject([201, { taskId, id: "a:send", url, token: "t" }])
      expect((await caller.call("GET", `${path}/a:send`)).body).toEqual(created.body)
      expect((await caller.call("GET", path)).body).toMatchObject({ configs: [created.body] })
      const deleted = await caller.open("DELETE", `${path}/a%3Asend`)
      expect([deleted.status, await deleted.text()]).toEqual([204, ""])
      expect(await caller.refusal("GET", `${path}/a:send`)).toEqual([404, "NOT_FOUND", "TASK_NOT_FOUND"])
    } finally {
      receiver.close()
    }
  })

  it("returns the extended card with the skills of the token [REST-01]", async () => {
    const { status, body } = await caller.call<{ skills: { id: string }[] }>("GET", "/extendedAgentCard")
    expect([status, body.skills.map(({ id }) => id)]).toEqual([
      200,
      ["query_payment_status", "list_payments", "create_payment"],
    ])
    const rpc = await new OfficialCaller(agent, "1.0").call("GetExtendedAgentCard")
    expect(body.skills).toEqual(rpc.body.result?.skills)
  })

  it("accepts its verbs percent-encoded, and application/json [REST-01]", async () => {
    const headers = { "content-type": "application/json" }
    const answer = await caller.call("POST", "/message%3Asend", { body: { message: question() }, headers })
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ["task"]])
  })
})

describe("the gates of the HTTP+JSON binding", () => {
  it("run in their order, and count a call once [REST-03, AUTH-17]", async () => {
    const own = await Agent.withLimits("a2a:payments:read")
    const mine = new RestCaller(own)
    await setRules(own.client_id, { ip_allow: ["203.0.113.0/24"], hours: otherHours(), limits: { day: 1 } })
    const send = { body: { message: payment() } }
    const refusals = async () => [
      await mine.refusal("POST", "/message:send", send),
      await mine.refusal("GET", "/tasks"),
      await mine.refusal("POST", "/message:send", { body: "{" }),
    ]
    const scope = [403, "PERMISSION_DENIED", "SCOPE_DENIED"]
    const ip = [403, "PERMISSION_DENIED", "IP_NOT_ALLOWED"]
    expect(await refusals()).toEqual([scope, ip, ip])
    await setRules(own.client_id, { ip_allow: null })
    const hours = [403, "PERMISSION_DENIED", "OUTSIDE_HOURS"]
    expect(await refusals()).toEqual([scope, hours, hours])
    expect(await callsToday(own.client_id)).toBe(0)
    await setRules(own.client_id, { hours: null })
    const accepted = await mine.call("GET", "/tasks")
    expect([accepted.status, leftIn(accepted.headers).day]).toEqual([200, 0])
    const rate = [429, "RESOURCE_EXHAUSTED", "RATE_LIMITED"]
    expect(await refusals()).toEqual([scope, rate, rate])
    expect((await mine.open("GET", "/tasks")).headers.get("retry-after")).toMatch(/^\d+$/)
    expect(await callsToday(own.client_id)).toBe(1)
  })

  it("answer 503 while the surface is off, also for an unknown path [REST-03]", async () => {
    await switchSurfaces({ a2a_enabled: false })
    try {
      for (const path of ["/tasks", "/nothing"]) {
        const { status, headers, body } = await caller.call("GET", path)
        expect([status, body.error?.status, body.error?.details[0]?.reason]).toEqual([
          503,
          "UNAVAILABLE",
          "SURFACE_DISABLED",
        ])
        expect(headers.get("retry-after")).toBe("3600")
      }
    } finally {
      await switchSurfaces({ a2a_enabled: true })
    }
  })

  it("let pages of the allowed origins call, also a URL with a verb [REST-03]", async () => {
    const origin = "https://agent.example"
    await changeSettings({ cors_origins: [origin] })
    try {
      const headers = { origin, "access-control-request-method": "POST" }
      const preflight = await caller.open("OPTIONS", "/message:send", { headers })
      expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([204, "POST"])
      const answer = await caller.open("GET", "/tasks/task_none", { headers: { origin } })
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([404, origin])
    } finally {
      await changeSettings(AS_NEW)
    }
  })
})

const statesIn = (events: Record<string, unknown>[]) =>
  events.flatMap(({ task, statusUpdate }) => {
    const state = ((task ?? statusUpdate) as OfficialTask | undefined)?.status.state
    return state ? [state] : []
  })
