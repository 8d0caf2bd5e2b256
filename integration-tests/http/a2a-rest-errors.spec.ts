import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { messageOf, skillMessage, WIRES } from "../support/official"
import { payingAgent } from "../support/payments"
import { RestCaller } from "../support/rest"

const payment = (more: object = {}) =>
  skillMessage("1.0", "create_payment", { amount: 1500, currency: "EUR" }, more)
const question = (more: object = {}) => messageOf("1.0", WIRES["1.0"].text("What can you do?"), more)

let agent: Agent
let caller: RestCaller

beforeAll(async () => {
  agent = await payingAgent()
  caller = new RestCaller(agent)
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
    const { id } = await caller.send(payment())
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
