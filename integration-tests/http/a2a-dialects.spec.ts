import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { sql } from "../support/database"
import {
  messageOf,
  type OfficialAnswer,
  OfficialCaller,
  postOfficial,
  rpcUrl,
  skillMessage,
  WIRES,
} from "../support/official"
import { payingAgent } from "../support/payments"
import { AS_NEW, callsToday, changeSettings, otherHours, setRules } from "../support/policy"

const PAYMENT = { amount: 1500, currency: "EUR" }
const VERSIONS = ["0.3", "1.0"] as const
const METHODS = {
  "0.3": ["message/send", "message/stream", "tasks/get", "tasks/cancel", "tasks/resubscribe"],
  "1.0": ["SendMessage", "SendStreamingMessage", "GetTask", "ListTasks", "CancelTask", "SubscribeToTask"],
} as const

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})

const call = (version: string | null, method: string, params: unknown = {}) =>
  new OfficialCaller(agent, version).call(method, params)

describe("the protocol version of a call", () => {
  it("is 0.3 when the client names none [VER-04]", async () => {
    const { body } = await call(null, "message/send", { message: messageOf("0.3", WIRES["0.3"].text("hi")) })
    expect(body.result).toMatchObject({ kind: "task", status: { state: "input-required" } })
    expect((await call("", "tasks/get", { id: body.result?.id })).body.result).toMatchObject({ kind: "task" })
  })

  it("may be given in the query, and with a patch number", async () => {
    const request = { jsonrpc: "2.0", id: 7, method: "GetTask", params: { id: "task_none" } }
    const inQuery = await postOfficial(agent, null, JSON.stringify(request), `${rpcUrl()}?A2A-Version=1.0`)
    expect(await inQuery.json()).toMatchObject({
      error: { code: -32001, data: [{ reason: "TASK_NOT_FOUND" }] },
    })
    expect((await call("1.0.1", "GetTask", { id: "task_none" })).body.error?.code).toBe(-32001)
  })

  it.each(["0.5", "1.1", "2.0", "latest"])("is rejected when it is %s [VER-04]", async (version) => {
    for (const method of ["SendMessage", "message/send", "GetTask"]) {
      const { status, body } = await call(version, method, { id: "task_none" })
      expect([status, body.error?.code]).toEqual([200, -32009])
      expect(body.error?.data).toMatchObject([
        { reason: "VERSION_NOT_SUPPORTED", domain: "a2a-protocol.org" },
      ])
    }
  })

  it.each([
    ["0.3", METHODS["1.0"]],
    [null, METHODS["1.0"]],
    ["1.0", METHODS["0.3"]],
  ] as const)("%s does not have the methods of the other version", async (version, methods) => {
    for (const method of methods)
      expect((await call(version, method, { id: "x" })).body.error?.code).toBe(-32601)
  })
})

describe("the version that a method needs", () => {
  it.each([
    [null, METHODS["1.0"], "1.0"],
    ["0.3", METHODS["1.0"], "1.0"],
    ["1.0", METHODS["0.3"], "0.3"],
  ] as const)("is named when the client sends %j [OFC-10]", async (version, methods, needed) => {
    for (const method of methods) {
      const { error } = (await call(version, method, { id: "x" })).body
      expect(error?.message).toContain(`${method} is a method of A2A ${needed}`)
      expect(error?.message).toContain(`Send the header A2A-Version: ${needed}.`)
      expect(JSON.stringify(error?.data)).toContain(`"send_a2a_version":"${needed}"`)
    }
  })

  it("is not named for a method that no version has, and unsupported versions get the supported ones [OFC-10]", async () => {
    const { error } = (await call("1.0", "FlyToTheMoon")).body
    expect([error?.code, error?.message]).toEqual([-32601, "The method does not exist."])
    const unsupported = (await call("1.1", "GetTask")).body.error
    expect(unsupported?.message).toContain("Send the header A2A-Version with 0.3 or 1.0.")
  })
})

describe("the gateway's own dialect", () => {
  it.each(["", "0.3", "1.0", "2.0"])(
    "answers the same to a client that requests version %j",
    async (version) => {
      const sent = await call(version, "tasks/send", { skill_id: "create_payment", input: PAYMENT })
      const { task_id } = sent.body.result as { task_id: string }
      expect(Object.keys(sent.body.result ?? {})).toEqual([
        "task_id",
        "skill_id",
        "state",
        "artifacts",
        "created_at",
        "updated_at",
      ])
      expect((await call(version, "tasks/get", { task_id })).body.result).toEqual(sent.body.result)
      const canceled = await call(version, "tasks/cancel", { task_id })
      expect(canceled.body.result).toMatchObject({ task_id, state: "canceled" })
      const refused = await call(version, "tasks/cancel", { task_id })
      expect(refused.body.error).toMatchObject({ code: -32004, data: { code: "task_not_cancelable" } })
    }
  )

  it("answers with its own error codes when a call has neither a task_id nor a version", async () => {
    for (const method of ["tasks/get", "tasks/cancel"])
      expect((await call(null, method)).body.error).toMatchObject({ data: { code: "invalid_params" } })
    expect((await call(null, "tasks/destroy")).body.error).toMatchObject({
      code: -32601,
      data: { code: "method_not_found", methods: expect.arrayContaining(["tasks/send"]) },
    })
  })

  it("and the official dialects work on the same tasks [VER-04]", async () => {
    const { task_id } = await agent.createPayment()
    for (const version of VERSIONS) {
      const { body } = await call(version, WIRES[version].get, { id: task_id })
      expect(body.result).toMatchObject({ id: task_id, contextId: task_id })
    }
    const { id } = await new OfficialCaller(agent, "1.0").send(skillMessage("1.0", "create_payment", PAYMENT))
    expect(await agent.getTask(id)).toMatchObject({ task_id: id, skill_id: "create_payment" })
  })
})

describe("the endpoint", () => {
  it("also answers with a trailing slash", async () => {
    const request = { jsonrpc: "2.0", id: 7, method: "GetTask", params: { id: "task_none" } }
    const answer = await postOfficial(agent, "1.0", JSON.stringify(request), `${rpcUrl()}/`)
    expect(await answer.json()).toMatchObject({ id: 7, error: { code: -32001 } })
  })

  it.each([
    ["malformed JSON", "{", -32700],
    ["a batch", "[]", -32600],
    ["no id", JSON.stringify({ jsonrpc: "2.0", method: "GetTask", params: { id: "x" } }), -32600],
    ["a list as params", JSON.stringify({ jsonrpc: "2.0", id: 7, method: "GetTask", params: [] }), -32602],
    ["a text as params", JSON.stringify({ jsonrpc: "2.0", id: 7, method: "GetTask", params: "x" }), -32602],
    [
      "no params for a method that requires them",
      JSON.stringify({ jsonrpc: "2.0", id: 7, method: "GetTask" }),
      -32602,
    ],
  ])("rejects %s with the error format of the requested version", async (_, body, code) => {
    const refused = await postOfficial(agent, "1.0", body)
    const { jsonrpc, error } = (await refused.json()) as OfficialAnswer["body"]
    expect([refused.status, jsonrpc, error?.code]).toEqual([200, "2.0", code])
    expect((error?.data as object[])[0]).toHaveProperty("@type", "type.googleapis.com/google.rpc.ErrorInfo")
  })

  it.each([
    ["no id", { id: undefined }, -32600],
    ["an id of null", { id: null }, -32600],
    ["a list as params", { params: [] }, -32602],
    ["a text as params", { params: "x" }, -32602],
    ["no id and a text as params", { id: undefined, params: "x" }, -32602],
  ])(
    "rejects a call without a version and with %s with the error codes of the method's dialect",
    async (_, wrong, code) => {
      const limited = await Agent.withLimits("a2a:payments:read")
      await setRules(limited.client_id, { limits: { minute: null, hour: null, day: 3 } })
      const params = { message: messageOf("0.3", WIRES["0.3"].text("What can you do?")) }
      const ask = async (method: string) => {
        const request = { jsonrpc: "2.0", id: 7, method, params, ...wrong }
        const answer = await postOfficial(limited, null, JSON.stringify(request))
        return ((await answer.json()) as OfficialAnswer["body"]).error?.code
      }
      for (let call = 0; call < 3; call++) expect(await ask("message/send")).toBe(code)
      for (const method of ["message/send", "tasks/resubscribe", "SendMessage"])
        expect(await ask(method)).toBe(-32016)
      for (const method of ["tasks/send", "tasks/get", "no/such/method"])
        expect(await ask(method)).toBe(-32003)
    }
  )

  it("picks the dialect of a call without a version by its params when both dialects have the method", async () => {
    const limited = await Agent.withLimits("a2a:payments:read")
    await setRules(limited.client_id, { limits: { minute: null, hour: null, day: 1 } })
    await limited.call("agent/listSkills")
    const ask = async (params: object) => {
      const answer = await postOfficial(limited, null, JSON.stringify({ method: "tasks/get", params }))
      return ((await answer.json()) as OfficialAnswer["body"]).error?.code
    }
    expect([await ask({ id: "x" }), await ask({ task_id: "x" })]).toEqual([-32016, -32003])
  })

  it("accepts both spellings of the 1.0 member names and ignores unknown members", async () => {
    const { id, contextId } = await new OfficialCaller(agent, "1.0").send(messageOf("1.0", { text: "hi" }))
    const { body } = await call("1.0", "SendMessage", {
      message: {
        message_id: "m-1",
        role: "ROLE_USER",
        task_id: id,
        context_id: contextId,
        parts: [{ text: "x" }],
        new: 1,
      },
    })
    expect(body.result?.task).toMatchObject({ id, contextId })
  })
})

describe("the gates for official method names", () => {
  it.each(VERSIONS)(
    "reject a call without a token with HTTP 401 and the error codes of %s [AUTH-02, ERR-02]",
    async (version) => {
      const stranger = Agent.withToken("nonsense")
      for (const method of METHODS[version]) {
        const { status, headers, body } = await new OfficialCaller(stranger, version).call(method, {
          id: "x",
        })
        expect([status, body.error?.code]).toEqual([401, -32010])
        expect(headers.get("www-authenticate")).toContain("resource_metadata")
      }
    }
  )

  it.each(VERSIONS)(
    "require the scope of the skill, name it, and use an error code outside those %s defines [AUTH-06, AUTH-18, VER-06]",
    async (version) => {
      const reader = new OfficialCaller(await Agent.withScopes("a2a:payments:read"), version)
      const { status, headers, body } = await reader.call(WIRES[version].send, {
        message: skillMessage(version, "create_payment", { amount: "bad" }),
      })
      expect([status, body.error?.code]).toEqual([403, -32012])
      expect(headers.get("www-authenticate")).toContain('scope="a2a:payments:create"')
      expect(JSON.stringify(body.error?.data)).toContain('"required_scope":"a2a:payments:create"')
    }
  )

  it.each(VERSIONS)(
    "let no token read or cancel a task outside its scopes, in %s [AUTH-06, AUTH-07]",
    async (version) => {
      const { get, subscribe, cancel } = WIRES[version]
      const creator = await Agent.withScopes("a2a:payments:create")
      const { task_id: id } = await creator.createPayment()
      for (const method of [get, subscribe])
        expect((await new OfficialCaller(creator, version).call(method, { id })).status).toBe(403)
      await sql(
        `update gw_oauth_token set scopes = '{a2a:payments:read}'
       where grant_id in (select id from gw_oauth_grant where client_id = $1)`,
        [creator.client_id]
      )
      const { status, body } = await new OfficialCaller(creator, version).call(cancel, { id })
      expect([status, body.error?.code]).toEqual([403, -32012])
    }
  )

  it.each(VERSIONS)(
    "apply the access schedule and the rate limit, and count each accepted call, in %s [AUTH-15, AUTH-16]",
    async (version) => {
      const limited = await Agent.withLimits("a2a:payments:read")
      const caller = new OfficialCaller(limited, version)
      await setRules(limited.client_id, { hours: otherHours() })
      expect((await caller.call(WIRES[version].get, { id: "x" })).body.error?.code).toBe(-32014)
      await setRules(limited.client_id, { hours: null, limits: { minute: null, hour: null, day: 2 } })
      expect((await caller.call(WIRES[version].get, { id: "x" })).status).toBe(200)
      expect((await caller.call("no/such/method")).status).toBe(200)
      const { status, headers, body } = await caller.call(WIRES[version].get, { id: "x" })
      expect([status, body.error?.code]).toEqual([429, -32016])
      expect(headers.get("retry-after")).toMatch(/^\d+$/)
      expect(await callsToday(limited.client_id)).toBe(2)
    }
  )

  it.each(VERSIONS)("answer 503 while the surface is off, in %s [ERR-07]", async (version) => {
    await changeSettings({ a2a_enabled: false })
    const { status, body } = await call(version, WIRES[version].get, { id: "x" })
    await changeSettings({ ...AS_NEW, a2a_enabled: true })
    expect([status, body.error?.code]).toEqual([503, -32015])
  })
})

describe("tasks/resubscribe of 0.3", () => {
  it("sends errors as events too", async () => {
    const response = await new OfficialCaller(agent, "0.3").open("tasks/resubscribe", { id: "task_none" })
    expect(response.headers.get("content-type")).toContain("text/event-stream")
    expect(await response.text()).toMatch(/^data: \{"jsonrpc":"2.0","id":7,"error":\{"code":-32001/)
  })

  it("returns a terminal task as it is, where 1.0 rejects the call", async () => {
    const caller = new OfficialCaller(agent, "0.3")
    const { id } = await caller.send(skillMessage("0.3", "list_payments", {}))
    expect(await (await caller.open("tasks/resubscribe", { id })).text()).toContain('"state":"completed"')
    expect((await call("1.0", "SubscribeToTask", { id })).body.error?.code).toBe(-32004)
  })
})

describe("CancelTask of 1.0", () => {
  it("returns a canceled task again, where 0.3 rejects the call", async () => {
    const { task_id: id } = await agent.createPayment()
    for (const _ of [1, 2])
      expect((await call("1.0", "CancelTask", { id })).body.result).toMatchObject({ id })
    expect((await call("0.3", "tasks/cancel", { id })).body.error?.code).toBe(-32002)
  })
})

const tokenOf = (time: string) => Buffer.from(JSON.stringify([time, "x"])).toString("base64url")

describe("ListTasks of 1.0", () => {
  it("returns each of the client's own tasks once, page by page, most recently changed first", async () => {
    const own = await payingAgent()
    const caller = new OfficialCaller(own, "1.0")
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.unshift((await caller.send(messageOf("1.0", { text: `${n}` }))).id)
    const seen: string[] = []
    for (let pageToken: string | undefined = ""; pageToken !== undefined;) {
      const { result }: OfficialAnswer["body"] = (await caller.call("ListTasks", { pageSize: 2, pageToken }))
        .body
      expect(result).toMatchObject({ pageSize: 2, totalSize: 5 })
      seen.push(...(result?.tasks as { id: string }[]).map(({ id }) => id))
      pageToken = (result?.nextPageToken as string) || undefined
    }
    expect(seen).toEqual(made)
    await own.call("tasks/cancel", { task_id: made[4] })
    const { result } = (await caller.call("ListTasks", {})).body
    expect((result?.tasks as { id: string }[])[0]?.id).toBe(made[4])
  })

  it("filters by context, state and time, and includes artifacts only on request", async () => {
    const own = await payingAgent()
    const caller = new OfficialCaller(own, "1.0")
    const list = async (params: object) =>
      (await caller.call("ListTasks", params)).body.result?.tasks as { id: string; artifacts?: unknown[] }[]
    const sent = await caller.send(messageOf("1.0", { text: "hi" }, { contextId: "talk" }))
    const listed = await caller.send(skillMessage("1.0", "list_payments", {}))
    expect((await list({ contextId: "talk" })).map(({ id }) => id)).toEqual([sent.id])
    expect((await list({ contextId: listed.id })).map(({ id }) => id)).toEqual([listed.id])
    expect((await list({ status: "TASK_STATE_COMPLETED" })).map(({ id }) => id)).toEqual([listed.id])
    expect(await list({ status: "TASK_STATE_REJECTED" })).toEqual([])
    const statusTimestampAfter = listed.status.timestamp
    expect((await list({ statusTimestampAfter })).map(({ id }) => id)).toEqual([listed.id])
    expect(await list({ statusTimestampAfter: "9999-12-31T23:59:59.999Z" })).toEqual([])
    expect((await list({}))[0]?.artifacts).toBeUndefined()
    expect((await list({ includeArtifacts: true }))[0]?.artifacts).toEqual(listed.artifacts)
  })

  it.each([
    ["a page size of 0", { pageSize: 0 }],
    ["a page size of 101", { pageSize: 101 }],
    ["an unknown page token", { pageToken: "bm90aGluZw" }],
    ["a page token with a day that does not exist", { pageToken: tokenOf("2026-02-31T00:00:00.000000Z") }],
    ["a page token with a year that does not exist", { pageToken: tokenOf("0000-01-01T00:00:00.000000Z") }],
    ["an unknown state", { status: "TASK_STATE_PAUSED" }],
    ["an invalid time", { statusTimestampAfter: "yesterday" }],
    ["a number as a time", { statusTimestampAfter: "99999" }],
    ["a day that does not exist", { statusTimestampAfter: "2026-02-31T00:00:00Z" }],
    ["a negative historyLength", { historyLength: -1 }],
  ])("rejects %s", async (_, params) => {
    expect((await call("1.0", "ListTasks", params)).body.error?.code).toBe(-32602)
  })
})
