import { beforeAll, describe, expect, it } from "vitest"
import type { Agent } from "../support/agent"
import { messageOf, OfficialCaller, postOfficial, skillMessage, WIRES } from "../support/official"
import { payingAgent } from "../support/payments"
import { withoutRequestId } from "../support/without-request-id"

describe.each(["0.3", "1.0"] as const)("an invalid request of A2A %s", (version) => {
  const wire = WIRES[version]
  let agent: Agent
  let caller: OfficialCaller
  beforeAll(async () => {
    agent = await payingAgent()
    caller = new OfficialCaller(agent, version)
  })

  const payment = (more: object) =>
    skillMessage(version, "create_payment", { amount: 1500, currency: "EUR" }, more)

  it.each([
    ["no message", {}],
    ["a message that is a string", { message: "hello" }],
    ["a message without parts", { message: { ...messageOf(version, {}), parts: [] } }],
    ["an empty part", { message: messageOf(version, {}) }],
    ["a part that is null", { message: { ...messageOf(version, {}), parts: [null] } }],
    ["a message without an id", { message: messageOf(version, wire.text("x"), { messageId: undefined }) }],
    ["a part that is neither text nor data", { message: messageOf(version, { kind: "text", text: null }) }],
    [
      "a message with the agent's role",
      { message: messageOf(version, wire.text("x"), { role: wire.agent }) },
    ],
  ])("is rejected: %s", async (_, params) => {
    expect(await caller.refusal(wire.send, params)).toBe(-32602)
  })

  it.each<{ id?: unknown }>([{}, { id: "" }, { id: ["x"] }, { id: null }])(
    "is rejected: a task named by %j",
    async (params) => {
      const named = new OfficialCaller(agent, version)
      for (const method of [wire.get, wire.cancel, wire.subscribe]) {
        const text = await (await named.open(method, params)).text()
        const codes = /"code":(-\d+)/.exec(text)
        // The SDK's reader of 1.0 reads a list as text, and no task has that id.
        expect([-32602, -32001]).toContain(Number(codes?.[1]))
        if (!Array.isArray(params.id)) expect(codes?.[1]).toBe("-32602")
      }
    }
  )

  it("is rejected: a file of a media type that no skill reads, with or without a skill, and no task is created [A2A-63]", async () => {
    const file =
      version === "0.3"
        ? { kind: "file", file: { bytes: "aGk=", mimeType: "image/png" } }
        : { raw: "aGk=", mediaType: "image/png" }
    const total = async () => {
      const { body } = await new OfficialCaller(agent, "1.0").call("ListTasks")
      return body.result?.totalSize
    }
    const linked =
      version === "0.3"
        ? { kind: "file", file: { uri: "https://images.example/1.png", mimeType: "image/png" } }
        : { url: "https://images.example/1.png", mediaType: "image/png" }
    const before = await total()
    const { parts } = payment({}) as { parts: object[] }
    const messages = [file, linked].flatMap((part) => [
      messageOf(version, part),
      payment({ parts: [...parts, part] }),
    ])
    for (const message of messages) {
      const { status, body } = await caller.call(wire.send, { message })
      expect([status, body.error?.code]).toEqual([200, -32005])
      expect(JSON.stringify(body.error?.data)).toContain(
        version === "1.0" ? "CONTENT_TYPE_NOT_SUPPORTED" : "image/png"
      )
    }
    expect(await total()).toBe(before)
  })

  it.each([
    ["an unknown method", "no/such/method", {}, -32601],
    ["no message", wire.send, {}, -32602],
    ["a message without parts", wire.send, { message: { ...messageOf(version, {}), parts: [] } }, -32602],
    ["a task without an id", wire.get, {}, -32602],
    ["a task to follow without an id", wire.subscribe, {}, -32602],
    ["a valid message", wire.send, { message: messageOf(version, wire.text("x")) }, -32600],
    ["a valid message to follow", wire.stream, { message: messageOf(version, wire.text("x")) }, -32600],
    ["a valid task", wire.get, { id: "task_none" }, -32600],
  ])(
    "without an id is rejected by its method, then its parameters, and then because it has no id: %s [A2A-64]",
    async (_, method, params, code) => {
      const answer = await postOfficial(agent, version, JSON.stringify({ jsonrpc: "2.0", method, params }))
      const text = await answer.text()
      expect(JSON.parse(text.replace(/^data: /, ""))).toMatchObject({ id: null, error: { code } })
    }
  )

  it("is rejected: data nested 20,000 levels deep", async () => {
    const params = { message: messageOf(version, wire.data({ deep: "HERE" })) }
    const request = JSON.stringify({ jsonrpc: "2.0", id: 7, method: wire.send, params })
    const deep = request.replace('"HERE"', "[".repeat(20_000) + "]".repeat(20_000))
    expect(await (await postOfficial(agent, version, deep)).json()).toMatchObject({
      error: { code: -32602 },
    })
  })

  it("gets the same error for an unknown task and another client's task [A2A-41, ERR-08]", async () => {
    const { id } = await caller.send(messageOf(version, wire.text("What can you do?")))
    const stranger = new OfficialCaller(await payingAgent(), version)
    for (const method of [wire.get, wire.cancel]) {
      const foreign = await stranger.call(method, { id })
      const unknown = await stranger.call(method, { id: "task_none" })
      expect(foreign.body.error?.code).toBe(-32001)
      const [theirs, nonexistent] = [foreign, unknown].map(({ body }) =>
        withoutRequestId(JSON.stringify(body))
      )
      expect(theirs).toBe(nonexistent?.replace("task_none", id))
    }
  })

  it("is rejected: the cancellation of a completed task", async () => {
    const { id } = await caller.send(skillMessage(version, "list_payments", {}))
    expect(await caller.refusal(wire.cancel, { id })).toBe(-32002)
  })
})
