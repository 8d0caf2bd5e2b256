import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { takeDeviations, watchAnswers } from "../published-answers"

let server: Server
let base_url: string
let answer: object
beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
    request.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  watchAnswers()
})
afterAll(() => server.close())
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
