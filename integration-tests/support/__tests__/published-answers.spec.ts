import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { takeDeviations, watchAnswers } from "../published-answers"

let server: Server
let base_url: string
let answer: object
let status = 200
/** With events, the answer is a stream. */
let events: object[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    const type = events.length ? "text/event-stream" : "application/json"
    response.writeHead(status, { "content-type": type })
    for (const event of events) response.write(`event: update\ndata: ${JSON.stringify(event)}\n\n`)
    if (!events.length) response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  watchAnswers()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(takeDeviations)

const total = (amount: number) => [
  { type: "subtotal", amount },
  { type: "total", amount },
]

function checkout(version: string, changed: object = {}): object {
  return {
    ucp: {
      version,
      status: "success",
      capabilities: {
        "dev.ucp.shopping.checkout": [{ version }],
        "dev.ucp.shopping.discount": [{ version }],
      },
      payment_handlers: {},
    },
    id: "chk_1",
    line_items: [
      { id: "li_1", item: { id: "v_1", title: "Mug", price: 900 }, quantity: 1, totals: total(900) },
    ],
    status: "incomplete",
    currency: "EUR",
    totals: total(900),
    links: [],
    ...changed,
  }
}

const task = (changed: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  result: { kind: "task", id: "task_1", contextId: "c", status: { state: "working" }, ...changed },
})

async function deviationsOf(path: string, body: object, init: RequestInit = {}): Promise<string> {
  answer = body
  await (await fetch(base_url + path, init)).json()
  return (await takeDeviations()).join("; ")
}

const readCheckout = (body: object) => deviationsOf("/gw-ucp/v1/checkout-sessions/chk_1", body)
const call = (method: string, body: object, params: object = { id: "task_1" }, headers = {}) =>
  deviationsOf("/gw-a2a/v1/rpc", body, { method: "POST", headers, body: JSON.stringify({ method, params }) })

describe.each(["2026-04-08", "2026-08-25"])("a checkout in %s", (version) => {
  it("deviates when a member is missing, or is not of its type", async () => {
    expect(await readCheckout(checkout(version))).toBe("")
    expect(await readCheckout(checkout(version, { links: undefined }))).toContain("'links'")
    expect(await readCheckout(checkout(version, { totals: [{ type: "total", amount: "9" }] }))).not.toBe("")
  })

  it("deviates when a capability that extends it is wrong", async () => {
    expect(await readCheckout(checkout(version, { discounts: { codes: "SAVE" } }))).toContain("codes")
  })

  it("deviates when it is an error with further members", async () => {
    const messages = [{ type: "error", code: "x", content: "No.", severity: "unrecoverable" }]
    const error = { ucp: { version, status: "error" }, messages }
    expect(await readCheckout(error)).toBe("")
    expect(await readCheckout({ ...error, code: "x" })).toContain("additional")
  })
})

it.each([
  ["that names itself", { "ucp-agent": 'profile="https://agent.example/profile.json"' }, true],
  ["that does not", {}, false],
] as const)("an error of UCP to a platform %s has UCP's form", async (_, headers, isDeviation) => {
  const messages = [{ type: "error", code: "x", content: "No.", severity: "unrecoverable" }]
  const error = { ucp: { version: "2026-04-08", status: "error" }, messages }
  const refused = (body: object) => deviationsOf("/gw-ucp/v1/checkout-sessions/chk_1", body, { headers })
  status = 404
  try {
    expect(await refused(error)).toBe("")
    expect(await refused({ ...error, messages: undefined })).toContain("messages")
    expect(await refused({ ...error, hint: "x" })).toContain("additional")
    const both = await refused({ ...error, code: "x", message: "No.", data: { status } })
    expect(both.includes("additional")).toBe(isDeviation)
  } finally {
    status = 200
  }
})

it("a response of an unknown version of UCP deviates", async () => {
  expect(await readCheckout(checkout("2025-01-01"))).toContain("2025-01-01")
})

describe("a response of A2A 0.3", () => {
  it("deviates when a member is missing", async () => {
    expect(await call("tasks/get", task())).toBe("")
    expect(await call("tasks/get", task({ contextId: undefined }))).toContain("contextId")
  })

  it("is not compared when the request is of another dialect", async () => {
    expect(await call("GetTask", task({ contextId: undefined }))).toBe("")
    expect(await call("tasks/get", task({ contextId: undefined }), { task_id: "task_1" })).toBe("")
  })

  it("is compared if the request names the version, with or without a patch number", async () => {
    const wrong = task({ contextId: undefined })
    for (const version of ["", "0.3", "0.3.0"])
      expect(await call("tasks/get", wrong, undefined, { "a2a-version": version })).toContain("contextId")
    for (const version of ["1.0", "0.4", "0.3.x"])
      expect(await call("tasks/get", wrong, undefined, { "a2a-version": version })).toBe("")
  })

  it("is of the own dialect if the request has no id of a task and names no version", async () => {
    const wrong = task({ contextId: undefined })
    expect(await call("tasks/get", wrong, {})).toBe("")
    expect(await call("tasks/get", wrong, { task_id: null, id: "task_1" })).toBe("")
    expect(await call("tasks/get", wrong, {}, { "a2a-version": "0.3" })).toContain("contextId")
  })

  it.each(["constructor", "__proto__", "toString", "tasks/unknown"])(
    "is not compared if 0.3 has no method %s",
    async (method) => {
      expect(await call(method, task({ contextId: undefined }))).toBe("")
    }
  )
})

describe("a result of A2A 1.0", () => {
  const status = { state: "TASK_STATE_WORKING", timestamp: "2026-11-26T10:00:00.000Z" }
  const current = (changed: object = {}) => ({ id: "task_1", contextId: "c", status, ...changed })
  const named = { "a2a-version": "1.0" }

  it("deviates when the official client does not read a member, or reads it differently", async () => {
    const get = (result: object) => call("GetTask", { jsonrpc: "2.0", id: 1, result }, undefined, named)
    expect(await get(current({ metadata: { any: ["thing"] }, artifacts: [] }))).toBe("")
    expect(await get(current({ kind: "task" }))).toContain('GetTask.kind is "task"')
    expect(await get(current({ status: { ...status, state: "working" } }))).toContain("GetTask.status.state")
    expect(await get(current({ status: "working" }))).toContain("GetTask.status")
  })

  it("is compared in the HTTP+JSON binding, too", async () => {
    const at = (path: string, body: object, method = "GET") =>
      deviationsOf(`/gw-a2a/v1/rest${path}`, body, { method, headers: named })
    expect(await at("/tasks/task_1", current())).toBe("")
    expect(await at("/tasks/task_1:cancel", current({ kind: "task" }), "POST")).toContain("CancelTask.kind")
    expect(await at("/tasks", { tasks: [current({ kind: "task" })] })).toContain("ListTasks.tasks.0.kind")
  })
})

describe("an error of A2A 1.0", () => {
  const headers = { "a2a-version": "1.0" }
  const data = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "TASK_NOT_FOUND" }]
  const rpc = (error: object, method = "GetTask") =>
    deviationsOf(
      "/gw-a2a/v1/rpc",
      { jsonrpc: "2.0", id: 1, error },
      { method: "POST", headers, body: JSON.stringify({ method }) }
    )
  const rest = (error: object) => deviationsOf("/gw-a2a/v1/rest/tasks/task_1", { error }, { headers })

  it("deviates when it is not that of its binding", async () => {
    const error = { code: -32001, message: "Task not found." }
    expect(await rpc({ ...error, data })).toBe("")
    expect(await rpc({ ...error, data: {} })).toContain("error.data")
    expect(await rpc({ ...error, data: {} }, "tasks/send")).toBe("")
    const status = { code: 404, status: "NOT_FOUND", message: "Task not found.", details: data }
    expect(await rest(status)).toBe("")
    expect(await rest({ ...status, details: [{}] })).toContain("error.details.0.@type")
    expect(await rest({ ...status, status: 404 })).toContain("error.status")
  })
})

describe("the events of a stream", () => {
  const update = (result: object) => ({ jsonrpc: "2.0", id: 1, result })
  const status = { kind: "status-update", taskId: "task_1", contextId: "c", status: { state: "working" } }
  afterEach(() => (events = []))

  /** Reads the given number of events, and cancels the stream, which stays open. */
  async function read(method: string, sent: object[], headers: Record<string, string> = {}): Promise<string> {
    events = sent
    const body = JSON.stringify({ method, params: { id: "task_1" } })
    const response = await fetch(`${base_url}/gw-a2a/v1/rpc`, { method: "POST", headers, body })
    expect(new URL(response.url).pathname).toBe("/gw-a2a/v1/rpc")
    let text = ""
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (text.split("\n\n").length > sent.length) break
    }
    return (await takeDeviations()).join("; ")
  }

  it("are compared while the test reads them", async () => {
    for (const method of ["message/stream", "tasks/resubscribe"]) {
      expect(await read(method, [task(), update({ ...status, final: false })])).toBe("")
      expect(await read(method, [task(), update(status)])).toContain("final")
    }
    const named = { "a2a-version": "1.0" }
    const event = { taskId: "task_1", contextId: "c", status: { state: "TASK_STATE_WORKING" } }
    expect(await read("SubscribeToTask", [update({ statusUpdate: event })], named)).toBe("")
    const wrong = update({ statusUpdate: { ...event, final: true } })
    expect(await read("SubscribeToTask", [wrong], named)).toContain("SubscribeToTask.statusUpdate.final")
  })
})

describe("an answer of ACP", () => {
  const session = (body: object, headers = { "api-version": "2026-04-17" }) =>
    deviationsOf("/gw-acp/v1/checkout_sessions/cs_1", body, { headers })

  it("deviates when it is not a session of the version", async () => {
    expect(await session({ id: "cs_1" })).toContain("CheckoutSession must have required property")
    expect(await session({ id: "cs_1" }, { "api-version": "2026-01-30" })).toContain("must have required")
    expect(await session({ id: "cs_1", status: "completed" })).toContain("CheckoutSessionWithOrder")
  })
})

describe("a response to a tool call of ACP over MCP", () => {
  const callTool = (answered: object, api_version = "2026-04-17", method = "tools/call") => {
    const params = { name: "get_checkout_session", arguments: { meta: { api_version }, id: "cs_1" } }
    const body = JSON.stringify({ method, params })
    return deviationsOf("/gw-acp/v1/mcp", { jsonrpc: "2.0", id: 1, ...answered }, { method: "POST", body })
  }
  const session = (structuredContent: object) => ({ result: { structuredContent } })

  it("deviates when it is not a session of the version", async () => {
    expect(await callTool(session({ id: "cs_1" }))).toContain("CheckoutSession must have required property")
    expect(await callTool(session({ id: "cs_1" }), "2026-01-30")).toContain("must have required")
    expect(await callTool(session({ id: "cs_1", status: "completed" }))).toContain("CheckoutSessionWithOrder")
  })

  it("deviates when the data of its error is not the protocol's error", async () => {
    const error = (data: object, code = -32000) => ({ error: { code, message: "No.", data } })
    const data = { type: "invalid_request", code: "session_not_found", message: "No." }
    expect(await callTool(error(data))).toBe("")
    expect(await callTool(error({ ...data, type: "x" }))).toContain("Error/type")
    expect(await callTool(error({ issues: [] }, -32602))).toBe("")
    expect(await callTool(error({}), "2026-04-17", "initialize")).toBe("")
  })
})

it("a deviation names the request, its body and the status of its answer", async () => {
  const request = '{"method":"tasks/get","params":{"id":"task_1"}}'
  expect(await call("tasks/get", task({ contextId: undefined }))).toContain(
    `POST /gw-a2a/v1/rpc ${request} 200: GetTaskResponse`
  )
  expect(await readCheckout(checkout("2026-08-25", { links: undefined }))).toContain(
    "GET /gw-ucp/v1/checkout-sessions/chk_1 200: "
  )
})

it("an address that no protocol defines is not compared", async () => {
  expect(await deviationsOf("/gw-ucp/v1/products", { products: "none" })).toBe("")
})

describe("a response to a tool call of UCP over MCP", () => {
  const response = (structuredContent: unknown) => ({ jsonrpc: "2.0", id: 1, result: { structuredContent } })
  const callTool = (name: string, body: object) =>
    deviationsOf("/gw-ucp/v1/mcp", body, {
      method: "POST",
      body: JSON.stringify({ method: "tools/call", params: { name } }),
    })

  it("deviates when its payload is not that of the tool", async () => {
    for (const version of ["2026-04-08", "2026-08-25"]) {
      const content = checkout(version)
      expect(await callTool("get_checkout", response(content))).toBe("")
      expect(await callTool("get_checkout", response({ ...content, links: undefined }))).toContain("'links'")
      expect(await callTool("get_order", response(content))).not.toBe("")
      const messages = [{ type: "error", code: "x", content: "No.", severity: "unrecoverable" }]
      const error = { ucp: { version, status: "error" }, messages }
      expect(await callTool("get_checkout", response(error))).toBe("")
      expect(await callTool("get_checkout", response({ ...error, code: "x" }))).toContain("additional")
    }
  })

  it("deviates when its envelope is not that of the binding", async () => {
    expect(await callTool("list_orders", response("text"))).not.toBe("")
    expect(await callTool("list_orders", { ...response({}), jsonrpc: "1.0" })).not.toBe("")
    const error = { code: -32602, message: "No." }
    expect(await callTool("get_order", { jsonrpc: "2.0", id: 1, error })).toBe("")
    expect(await callTool("get_order", { jsonrpc: "2.0", id: 1, error: { ...error, code: "x" } })).not.toBe(
      ""
    )
  })
})

describe("a response of an MCP server", () => {
  const called = (method: string, answered: object) =>
    deviationsOf(
      "/gw-a2a/v1/mcp",
      { jsonrpc: "2.0", id: 1, ...answered },
      {
        method: "POST",
        body: JSON.stringify({ method }),
      }
    )

  it("deviates when its result is not that of the method", async () => {
    const content = [{ type: "text", text: "{}" }]
    expect(await called("tools/call", { result: { content, structuredContent: {} } })).toBe("")
    expect(await called("tools/call", { result: { content: [{ type: "text" }] } })).toContain("content.0")
    expect(await called("tools/list", { result: { tools: [{ name: "x" }] } })).toContain(
      "tools.0.inputSchema"
    )
    expect(await called("initialize", { result: {} })).toContain("serverInfo")
    expect(await called("server/discover", { result: {} })).toContain("supportedVersions")
    expect(await called("tools/call", { result: { resultType: "input_required" } })).toBe("")
  })

  it("deviates when it is no JSON-RPC response; the id of a request that could not be read is null", async () => {
    const error = { code: -32700, message: "No." }
    expect(await called("ping", { error, id: null })).toBe("")
    expect(await called("ping", { error: { code: -32700 } })).toContain("error.message")
    expect(await called("ping", {})).toContain("neither a result nor an error")
  })
})
