import { createHash } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { sql } from "../support/database"
import { obtainTokens, registerClient, switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

describe("the JSON-RPC endpoint", () => {
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  it.each([7, "seven", 0, ""])("echoes the id %j [A2A-10, A2A-12]", async (id) => {
    expect((await agent.post(request({ id }))).body.id).toBe(id)
  })

  it.each([
    ["malformed JSON", "{", null, -32700, "parse_error"],
    ["an empty body", "", null, -32700, "parse_error"],
    ["a batch", `[${"{}"}]`, null, -32600, "invalid_request"],
    ["a number instead of a request object", "42", null, -32600, "invalid_request"],
    [
      "another JSON-RPC version",
      JSON.stringify({ jsonrpc: "1.0", id: 7, method: "tasks/get" }),
      7,
      -32600,
      "invalid_request",
    ],
    ["no id", request({ id: undefined }), null, -32600, "invalid_request"],
    ["no id and no task_id", request({ id: undefined, params: {} }), null, -32602, "invalid_params"],
    [
      "no id and an unknown method",
      request({ id: undefined, method: "tasks/destroy" }),
      null,
      -32601,
      "method_not_found",
    ],
    ["an id that is an object", request({ id: {} }), null, -32600, "invalid_request"],
    ["a list as params", request({ params: [] }), 7, -32602, "invalid_params"],
    ["a text as params", request({ params: "task_1" }), 7, -32602, "invalid_params"],
    ["no id and a text as params", request({ id: undefined, params: "x" }), null, -32602, "invalid_params"],
    [
      "an id that is an object, and a text as params",
      request({ id: {}, params: "x" }),
      null,
      -32600,
      "invalid_request",
    ],
    ["an unknown method", request({ method: "tasks/destroy" }), 7, -32601, "method_not_found"],
    [
      "the name of an inherited JavaScript property as method",
      request({ method: "constructor" }),
      7,
      -32601,
      "method_not_found",
    ],
    ["no task_id", request({ params: {} }), 7, -32602, "invalid_params"],
    [
      "an unknown skill",
      request({ method: "tasks/send", params: { skill_id: "fly", input: {} } }),
      7,
      -32602,
      "invalid_params",
    ],
    [
      "a number as skill_id",
      request({ method: "tasks/send", params: { skill_id: 1 } }),
      7,
      -32602,
      "invalid_params",
    ],
  ] as const)(
    "answers %s with HTTP 200 and the JSON-RPC error [A2A-11, A2A-13, A2A-14, A2A-21, A2A-25, ERR-01, ERR-09]",
    async (_, body, id, code, name) => {
      const answer = await agent.post(body)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ jsonrpc: "2.0", id, error: { code, data: { code: name } } })
      expect(answer.body.result).toBeUndefined()
    }
  )

  it("answers 413 to a body over 256 KiB [LIM-04]", async () => {
    const answer = await agent.post(request({ params: { task_id: "x".repeat(300 * 1024) } }))
    expect(answer.status).toBe(413)
    expect(answer.body.error).toMatchObject({ code: -32600, data: { code: "request_too_large" } })
  })

  it.each([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["plain text", { "content-type": "text/plain;charset=UTF-8" }],
    ["gzip", { "content-type": "application/json", "content-encoding": "gzip" }],
  ])("answers 415 to a body whose headers name %s [ERR-19]", async (_, headers) => {
    const answer = await agent.post(request({}), { headers })
    expect(answer.status).toBe(415)
    expect(answer.body.error).toMatchObject({ code: -32600, data: { code: "unsupported_media_type" } })
  })

  it.each([
    ["a type with the suffix json", { "content-type": "application/a2a+json; charset=utf-8" }],
    ["the encoding identity", { "content-type": "application/json", "content-encoding": "identity" }],
  ])("reads a body whose headers name %s", async (_, headers) => {
    const answer = await agent.post(request({}), { headers })
    expect(answer.body.error).toMatchObject({ data: { code: "task_not_found" } })
  })

  it("answers a parse error to a body that is not UTF-8 [ERR-19]", async () => {
    const [before, after] = request({ params: { task_id: "|" } }).split("|")
    const answer = await agent.post(
      Buffer.concat([Buffer.from(before ?? ""), Buffer.from([0xc3, 0x28]), Buffer.from(after ?? "")])
    )
    expect([answer.status, answer.body.error]).toMatchObject([
      200,
      { code: -32700, data: { code: "parse_error" } },
    ])
  })

  it("answers an unknown path and an unsupported HTTP method in its own error format [ERR-14, SRV-08]", async () => {
    const unknown = await fetch(`${world().base_url}/gw-a2a/v1/nothing`)
    expect([unknown.status, await unknown.json()]).toMatchObject([
      404,
      { error: { data: { code: "not_found" } } },
    ])
    const get = await fetch(`${world().base_url}/gw-a2a/v1/rpc`)
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"])
    expect(await get.json()).toMatchObject({ error: { data: { code: "method_not_allowed" } } })
  })
})

function request(change: object): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id: 7,
    method: "tasks/get",
    params: { task_id: "task_1" },
    ...change,
  })
}

describe("the gates of the A2A surface", () => {
  it("answer a request without a bearer token with 401 and the address of the resource metadata [AUTH-02, AUTH-13, ERR-02]", async () => {
    const headers = { "content-type": "application/json" }
    const body = request({})
    const response = await fetch(`${world().base_url}/gw-a2a/v1/rpc`, { method: "POST", headers, body })
    expect(response.status).toBe(401)
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer realm="${world().base_url}", resource_metadata="${world().base_url}/.well-known/oauth-protected-resource/gw-a2a/v1", DPoP algs="ES256 ES384"`
    )
    expect(await response.json()).toMatchObject({
      id: 7,
      error: { code: -32010, data: { code: "unauthorized" } },
    })
  })

  it.each(["nonsense", "gwa_" + "A".repeat(43)])("reject the token %s [AUTH-02, ERR-02]", async (token) => {
    const { status, headers, body } = await Agent.withToken(token).call("tasks/get", { task_id: "task_1" })
    expect(status).toBe(401)
    expect(headers.get("www-authenticate")).toContain('error="invalid_token"')
    expect(body.error.data.code).toBe("unauthorized")
  })

  it("reject an expired token [AUTH-02]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read")
    expect((await agent.call("tasks/get", { task_id: "task_1" })).status).toBe(200)
    await sql(`update gw_oauth_token set expires_at = now() - interval '1 second' where hash = $1`, [
      createHash("sha256").update(agent.access_token).digest("base64url"),
    ])
    expect((await agent.call("tasks/get", { task_id: "task_1" })).status).toBe(401)
  })

  it("reject a token of the UCP surface [AUTH-04]", async () => {
    await switchSurfaces({ ucp_enabled: true })
    const client = await registerClient({ client_type: "ucp_agent" })
    const { access_token } = await obtainTokens(client, "customer")
    const { status, body } = await Agent.withToken(access_token).call("tasks/get", { task_id: "task_1" })
    expect(status).toBe(401)
    expect(body.error).toMatchObject({ code: -32010, data: { code: "unauthorized" } })
  })

  it("match scopes exactly: create does not imply read, and read does not imply create [AUTH-06, AUTH-07, AUTH-08, ERR-03]", async () => {
    const creator = await Agent.withScopes("a2a:payments:create")
    const task = await creator.createPayment()
    const get = await creator.call("tasks/get", { task_id: task.task_id })
    expect(get.status).toBe(403)
    expect(get.headers.get("www-authenticate")).toContain('error="insufficient_scope"')
    expect(get.body.error).toMatchObject({
      code: -32002,
      data: { code: "scope_denied", required_scope: "a2a:payments:read" },
    })
    const reader = await Agent.withScopes("a2a:payments:read")
    const create = await reader.send("create_payment", { amount: 1500, currency: "EUR" })
    expect(create.body.error.data).toMatchObject({
      code: "scope_denied",
      required_scope: "a2a:payments:create",
    })
  })

  it("run before the input is validated [AUTH-18]", async () => {
    const reader = await Agent.withScopes("a2a:payments:read")
    const { body } = await reader.send("create_payment", { amount: -1 })
    expect(body.error.data.code).toBe("scope_denied")
  })
})
