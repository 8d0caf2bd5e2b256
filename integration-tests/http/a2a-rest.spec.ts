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

async function send(message: object, more: object = {}): Promise<OfficialTask> {
  const { status, body } = await caller.call<{ task?: OfficialTask }>("POST", "/message:send", {
    body: { message, ...more },
  })
  if (!body.task) throw new Error(`message:send answered ${status} ${JSON.stringify(body)}`)
  return body.task
}

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
    const task = await send(payment())
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
    const sent = Array.from({ length: 20 }, (_, time) => (time % 2 ? send(message) : rpc.send(message)))
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
    const task = await send(payment())
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
    const task = await send(payment())
    const canceled = await caller.call<OfficialTask>("POST", `/tasks/${task.id}:cancel`, sent)
    expect([canceled.status, canceled.body.status.state]).toEqual([200, "TASK_STATE_CANCELED"])
    const id = String(task.artifacts?.[0]?.parts[0]?.data.payment_id)
    expect((await ledgerOf(id)).status).toBe("canceled")
  })

  it("reads the id of the path, not one in the body or query [REST-01]", async () => {
    const [one, other] = [await send(question()), await send(question())]
    const body = { id: other.id, taskId: other.id }
    const { body: canceled } = await caller.call<OfficialTask>("POST", `/tasks/${one.id}:cancel`, { body })
    expect(canceled.id).toBe(one.id)
    const got = await caller.call<OfficialTask>("GET", `/tasks/${one.id}?id=${other.id}`)
    expect(got.body.id).toBe(one.id)
  })

  it("creates, reads, lists and deletes push configurations of a task [REST-01]", async () => {
    const receiver = await Receiver.listen()
    try {
      const { id: taskId } = await send(question())
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

describe("an error of the HTTP+JSON binding", () => {
  it("is a google.rpc.Status with an ErrorInfo that names the request [REST-04]", async () => {
    const { status, headers, body } = await caller.call("GET", "/tasks/task_none")
    expect([status, headers.get("content-type")]).toEqual([404, "application/a2a+json"])
    expect(body).toEqual({
      error: {
        code: 404,
        status: "NOT_FOUND",
        message: "Task not found.",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "TASK_NOT_FOUND",
            domain: "a2a-protocol.org",
            metadata: {
              code: "task_not_found",
              task_id: "task_none",
              request_id: headers.get("x-request-id"),
            },
          },
        ],
      },
    })
  })

  const SEND = { body: { message: question() } }
  it.each([
    ["no token", undefined, 401, "UNAUTHENTICATED", "UNAUTHORIZED"],
    ["an unknown token", `gwa_${"A".repeat(43)}`, 401, "UNAUTHENTICATED", "UNAUTHORIZED"],
  ])("is sent for %s, also before a malformed body is reported [REST-04]", async (_, token, ...expected) => {
    const stranger = new RestCaller(token === undefined ? undefined : { access_token: token })
    for (const sent of [SEND, { body: "{" }, { ...SEND, headers: { "a2a-version": undefined } }]) {
      expect(await stranger.refusal("POST", "/message:send", sent)).toEqual(expected)
    }
    const { headers } = await stranger.open("GET", "/tasks")
    expect(headers.get("www-authenticate")).toContain("/.well-known/oauth-protected-resource/gw-a2a/v1")
  })

  it("is sent for a token without the scope of the skill or the operation [REST-04]", async () => {
    const reader = new RestCaller(await Agent.withScopes("a2a:payments:read"))
    const creator = new RestCaller(await Agent.withScopes("a2a:payments:create"))
    const denied = [403, "PERMISSION_DENIED", "SCOPE_DENIED"]
    for (const path of ["/message:send", "/message:stream"])
      expect(await reader.refusal("POST", path, { body: { message: payment() } })).toEqual(denied)
    for (const path of ["/tasks", "/tasks/x", "/tasks/x:subscribe", "/tasks/x/pushNotificationConfigs"])
      expect(await creator.refusal("GET", path)).toEqual(denied)
  })

  it.each([undefined, "", "0.3", "1.1", "2.0"])(
    "is sent for the version %j, and says what to send [REST-05]",
    async (version) => {
      const sent = { ...SEND, headers: { "a2a-version": version } }
      const { status, body } = await caller.call("POST", "/message:send", sent)
      expect([status, body.error?.status]).toEqual([400, "FAILED_PRECONDITION"])
      expect(body.error?.message).toContain("A2A-Version: 1.0")
      expect(body.error?.details[0]).toMatchObject({
        reason: "VERSION_NOT_SUPPORTED",
        domain: "a2a-protocol.org",
        metadata: { supported: '["1.0"]' },
      })
      const inQuery = await caller.refusal("GET", "/tasks?A2A-Version=1.0", {
        headers: { "a2a-version": version },
      })
      expect(inQuery[0]).toBe(version ? 400 : 200)
    }
  )

  it.each([
    ["GET", "/message:send", "POST"],
    ["DELETE", "/message:stream", "POST"],
    ["POST", "/tasks", "GET"],
    ["PUT", "/tasks/task_1", "GET"],
    ["GET", "/tasks/task_1:cancel", "POST"],
    ["DELETE", "/tasks/task_1:subscribe", "GET, POST"],
    ["PATCH", "/tasks/task_1/pushNotificationConfigs", "GET, POST"],
    ["POST", "/tasks/task_1/pushNotificationConfigs/a", "DELETE, GET"],
    ["POST", "/extendedAgentCard", "GET"],
  ])("is sent for %s %s, with the allowed methods [REST-04]", async (method, path, allow) => {
    const { status, headers, body } = await caller.call(method, path)
    expect([status, body.error?.status, body.error?.details[0]?.reason]).toEqual([
      405,
      "UNIMPLEMENTED",
      "METHOD_NOT_ALLOWED",
    ])
    expect(headers.get("allow")?.split(", ").sort().join(", ")).toBe(allow)
  })

  it.each([
    "/nothing",
    "/message",
    "/message:fly",
    "/message/send",
    "/tasks/task_1/cancel",
    "/tasks/task_1:fly/x",
    "/v1/tasks",
  ])("is sent for the unknown path %s, whatever the method [REST-04]", async (path) => {
    for (const method of ["GET", "POST", "DELETE"])
      expect(await caller.refusal(method, path)).toEqual([404, "NOT_FOUND", "NOT_FOUND"])
  })

  const TYPE = (type: string) => ({ ...SEND, headers: { "content-type": type } })
  it.each([
    ["another media type", TYPE("text/plain"), 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["a form", TYPE("application/x-www-form-urlencoded"), 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["an encoded body", { ...SEND, headers: { "content-encoding": "gzip" } }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["malformed JSON", { body: "{" }, 400, "PARSE_ERROR"],
    [
      "a body that is not UTF-8",
      { body: Buffer.from('{"message":"\xc3\x28"}', "latin1") },
      400,
      "PARSE_ERROR",
    ],
    ["a NUL character", { body: { message: question({ contextId: "\0" }) } }, 400, "PARSE_ERROR"],
    ["a list", { body: [] }, 400, "INVALID_REQUEST"],
    ["text", { body: '"text"' }, 400, "INVALID_REQUEST"],
    ["no body", {}, 400, "INVALID_PARAMS"],
    ["no message", { body: {} }, 400, "INVALID_PARAMS"],
    ["a message of the wrong type", { body: { message: 7 } }, 400, "INVALID_PARAMS"],
    ["an unknown skill", { body: { message: skillMessage("1.0", "fly", {}) } }, 400, "INVALID_PARAMS"],
    [
      "invalid input of a skill",
      { body: { message: skillMessage("1.0", "create_payment", { amount: 0 }) } },
      400,
      "INVALID_PARAMS",
    ],
    [
      "a file that no skill reads",
      { body: { message: messageOf("1.0", { raw: "aGk=", mediaType: "image/png" }) } },
      400,
      "CONTENT_TYPE_NOT_SUPPORTED",
    ],
    ["an unknown task", { body: { message: question({ taskId: "task_none" }) } }, 404, "TASK_NOT_FOUND"],
  ])("is sent for a message with %s, streamed or not [REST-04]", async (_, sent, status, reason) => {
    const name = status === 404 ? "NOT_FOUND" : "INVALID_ARGUMENT"
    for (const path of ["/message:send", "/message:stream"]) {
      const all = {
        ...sent,
        headers: { accept: "text/event-stream", ...("headers" in sent && sent.headers) },
      }
      expect(await caller.refusal("POST", path, all)).toEqual([status, name, reason])
    }
  })

  it("is sent for a body over 256 KiB [REST-04]", async () => {
    expect(await caller.refusal("POST", "/message:send", { body: "x".repeat(300 * 1024) })).toEqual([
      413,
      "INVALID_ARGUMENT",
      "REQUEST_TOO_LARGE",
    ])
  })

  it.each([
    ["pageSize=0", "pageSize"],
    ["pageSize=101", "pageSize"],
    ["pageSize=ten", "pageSize"],
    ["pageSize=1.5", "pageSize"],
    ["pageSize=", "pageSize"],
    ["historyLength=-1", "historyLength"],
    ["historyLength=0x1", "historyLength"],
    ["includeArtifacts=yes", "includeArtifacts"],
    ["includeArtifacts=toString", "includeArtifacts"],
    ["status=working", "status"],
    ["statusTimestampAfter=yesterday", "statusTimestampAfter"],
    ["pageToken=none", "pageToken"],
  ])("is sent for a list with %s, and names the parameter [REST-04]", async (query, field) => {
    const { status, body } = await caller.call("GET", `/tasks?${query}`)
    expect([status, body.error?.status]).toEqual([400, "INVALID_ARGUMENT"])
    expect(body.error?.details).toMatchObject([
      { reason: "INVALID_PARAMS" },
      { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field }] },
    ])
  })

  it("is sent for a query that the database cannot store, and for a path that cannot be decoded [REST-04]", async () => {
    const invalid = [400, "INVALID_ARGUMENT", "INVALID_PARAMS"]
    expect(await caller.refusal("GET", "/tasks?contextId=%00")).toEqual(invalid)
    for (const path of ["/tasks/%00", "/tasks/%ff:cancel"])
      expect(await caller.refusal("GET", path)).toEqual([404, "NOT_FOUND", "NOT_FOUND"])
    expect(await caller.refusal("GET", `/tasks/${"x".repeat(256)}`)).toEqual(invalid)
  })

  it("is the same for another client's task as for an unknown one [REST-04]", async () => {
    const { id } = await send(payment())
    const stranger = new RestCaller(await payingAgent())
    for (const task of [id, "task_none"]) {
      const config = { body: { url: "https://agent.example/push" } }
      const answers = [
        stranger.refusal("GET", `/tasks/${task}`),
        stranger.refusal("POST", `/tasks/${task}:cancel`),
        stranger.refusal("POST", `/tasks/${task}:subscribe`),
        stranger.refusal("GET", `/tasks/${task}/pushNotificationConfigs`),
        stranger.refusal("POST", `/tasks/${task}/pushNotificationConfigs`, config),
        stranger.refusal("GET", `/tasks/${task}/pushNotificationConfigs/a`),
        stranger.refusal("DELETE", `/tasks/${task}/pushNotificationConfigs/a`),
        stranger.refusal("POST", "/message:send", { body: { message: question({ taskId: task }) } }),
      ]
      for (const answer of await Promise.all(answers))
        expect(answer).toEqual([404, "NOT_FOUND", "TASK_NOT_FOUND"])
    }
    expect((await agent.getTask(id)).state).toBe("input-required")
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
