import { randomUUID } from "node:crypto"
import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import type { Agent } from "../support/agent"
import {
  always,
  anyMemberWrong,
  expectSound,
  halfNonsense,
  WAIT_TIMEOUT,
  postGarbage,
} from "../support/malformed"
import { messageOf, OfficialCaller, rpcUrl, skillMessage, WIRES, type WireVersion } from "../support/official"
import { payingAgent } from "../support/payments"

const PAYMENT = { amount: 1500, currency: "EUR" }
const NO_TEXT = { toString: 0 }
/** Placeholder that each request replaces with a new id: a repeated id would return the same task. */
const MESSAGE_ID = "one-of-a-kind"

/** Valid parts of each kind; the bytes encode "hi". */
const PARTS = {
  "0.3": {
    text: { kind: "text", text: "hi", metadata: { a: [1] } },
    data: { kind: "data", data: { a: { b: [null, "c"] } } },
    link: { kind: "file", file: { uri: "https://a.example/x", name: "x", mimeType: "text/plain" } },
    bytes: { kind: "file", file: { bytes: "aGk=", name: "x", mimeType: "text/plain" } },
  },
  "1.0": {
    text: { text: "hi", metadata: { a: [1] } },
    data: { data: { a: { b: [null, "c"] } } },
    link: { url: "https://a.example/x", filename: "x", mediaType: "text/plain" },
    bytes: { raw: "aGk=", filename: "x", mediaType: "text/plain" },
  },
} as const

/** The same parts with one member of the wrong type. */
const WRONG_PARTS: Record<WireVersion, [string, object][]> = {
  "0.3": [
    ["data of null", { kind: "data", data: null }],
    ["a link of null", { kind: "file", file: { uri: null } }],
    ["a link that is an object", { kind: "file", file: { uri: NO_TEXT } }],
    ["a link that is a list", { kind: "file", file: { uri: ["https://a.example/"] } }],
    ["a name that is not text", { kind: "file", file: { uri: "https://a.example/", name: NO_TEXT } }],
    ["a type that is not text", { kind: "file", file: { bytes: "aGk=", mimeType: NO_TEXT } }],
    ["metadata that is a list", { kind: "text", text: "hi", metadata: [1] }],
    ["an object with a length as bytes", { kind: "file", file: { bytes: { length: 10_000_000 } } }],
  ],
  "1.0": [
    ["data of null", { data: null }],
    ["a link that is an object", { url: NO_TEXT }],
    ["a name that is not text", { url: "https://a.example/", filename: NO_TEXT }],
    ["a type that is not text", { raw: "aGk=", mediaType: NO_TEXT }],
    ["metadata that is a list", { text: "hi", metadata: [1] }],
    ["an object with a length as bytes", { raw: { length: 10_000_000 } }],
  ],
}

describe.each(["0.3", "1.0"] as const)("A2A %s", (version) => {
  const wire = WIRES[version]
  let agent: Agent
  let caller: OfficialCaller
  beforeAll(async () => {
    agent = await payingAgent()
    caller = new OfficialCaller(agent, version)
  })

  const question = (more: object = {}) => messageOf(version, wire.text("What can you do?"), more)
  const total = async () => (await new OfficialCaller(agent, "1.0").call("ListTasks")).body.result?.totalSize
  const refusalOf = (message: object) => caller.refusal(wire.send, { message })

  /** The message is rejected alone, with a payment, and for an existing task, which can still be read and canceled. */
  async function expectNothingStored(change: (message: object) => object) {
    const { id } = await caller.send(question())
    const before = await total()
    const payment = skillMessage(version, "create_payment", PAYMENT)
    for (const message of [question(), payment, question({ taskId: id })])
      expect(await refusalOf(change(message))).toBe(-32602)
    expect(await total()).toBe(before)
    expect((await caller.task(wire.get, { id })).history).toHaveLength(1)
    expect((await caller.task(wire.cancel, { id })).status.state).toBe(wire.state("canceled"))
  }

  it.each(WRONG_PARTS[version])("stores no message with %s [A2A-13, ERR-16]", async (_, part) => {
    await expectNothingStored((message) => {
      const { parts } = message as { parts: object[] }
      return { ...message, parts: [...parts, part] }
    })
  })

  it.each(["extensions", "referenceTaskIds"])("stores no message whose %s are not text", async (member) => {
    await expectNothingStored((message) => ({ ...message, [member]: [NO_TEXT] }))
  })

  it("stores no message whose metadata is a list", async () => {
    await expectNothingStored((message) => ({ ...message, metadata: [1] }))
  })

  it("stores a message with a part of each kind and returns it unchanged", async () => {
    const parts = Object.values(PARTS[version])
    const named = { extensions: ["https://a.example/e"], referenceTaskIds: ["task_1"] }
    const { id } = await caller.send({ ...question(), ...named, parts })
    const { history } = await caller.task(wire.get, { id })
    expect(history).toMatchObject([{ ...named, parts }])
  })

  it("rejects a list as the URL of a push configuration", async () => {
    const { id } = await caller.send(question())
    // The SDK's reader of 1.0 reads a list of one string as that string.
    const url = version === "0.3" ? ["https://a.example/"] : [NO_TEXT]
    expect(await caller.refusal(wire.setPush, wire.push(id, { url }))).toBe(-32602)
  })

  describe("malformed requests never cause a server error", { timeout: WAIT_TIMEOUT }, () => {
    let calls: { method: string; params: object }[]
    beforeAll(async () => {
      const { task_id } = await agent.createPayment()
      const { id: waiting } = await caller.send(question())
      calls = callsOf(version, task_id, waiting)
    })

    it("at its methods [A2A-13, ERR-09, ERR-16]", async () => {
      const one = fc
        .constantFrom(...calls)
        .chain(({ method, params }) =>
          fc
            .oneof(anyMemberWrong(params), fc.constant(params))
            .chain((wrong) =>
              fc.oneof(
                { weight: 5, arbitrary: fc.constant(bodyOf(method, wrong)) },
                { weight: 1, arbitrary: anyMemberWrong(bodyOf(method, params)) }
              )
            )
        )
      await always(fc.record({ request: halfNonsense(one), named: fc.boolean() }), async (drawn) => {
        const { request, named } = drawn
        const headers = headersOf(agent, version, named)
        if (request.nonsense) {
          const { body, headers: nonsense } = request.nonsense
          const garbage = { body, headers: { ...nonsense, "a2a-version": version } }
          expect((await expectSound(postGarbage(rpcUrl(), garbage))).status).toBe(401)
        } else
          await expectSoundAnswer(JSON.stringify(request.mutation).replace(MESSAGE_ID, randomUUID()), headers)
      })
    })
  })
})

const bodyOf = (method: string, params: object): object => ({ jsonrpc: "2.0", id: 1, method, params })

const headersOf = (
  { access_token }: Agent,
  version: WireVersion,
  named: boolean
): Record<string, string> => ({
  authorization: `Bearer ${access_token}`,
  "content-type": "application/json",
  ...((named || version === "1.0") && { "a2a-version": version }),
})

/** Reads a JSON answer completely. Of a stream, which may stay open, it reads the first event. */
async function expectSoundAnswer(body: string, headers: Record<string, string>): Promise<void> {
  const gone = new AbortController()
  const response = await fetch(rpcUrl(), { method: "POST", body, headers, signal: gone.signal })
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
    const answer = (await (await expectSound(Promise.resolve(response))).json()) as object
    expect(["result" in answer, "error" in answer].filter(Boolean)).toHaveLength(1)
    return
  }
  expect(response.status).toBe(200)
  let text = ""
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (/^data: .*\n/m.test(text)) break
  }
  expect(text).toMatch(/^data: .*"(result|error)":/m)
  gone.abort()
}

/** Every method of the version with all its members, about one task that is running and one that waits for a skill. */
function callsOf(version: WireVersion, paid: string, waiting: string): { method: string; params: object }[] {
  const wire = WIRES[version]
  const [list, card] =
    version === "0.3" ? [[], "agent/getAuthenticatedExtendedCard"] : [["ListTasks"], "GetExtendedAgentCard"]
  const push = { id: "mine", url: "https://a.example/", token: "t" }
  const config = { ...push, authentication: wire.authentication("Basic", "abc") }
  const sent = {
    configuration: {
      ...wire.notBlocking,
      acceptedOutputModes: ["application/json"],
      historyLength: 1,
      [wire.sentPush]: config,
    },
    metadata: { a: 1 },
  }
  const named = { extensions: ["https://a.example/e"], referenceTaskIds: [paid], metadata: { a: 1 } }
  const messages = [
    skillMessage(version, "create_payment", PAYMENT, named),
    messageOf(version, PARTS[version].text, { ...named, taskId: paid, contextId: paid }),
    { ...messageOf(version, PARTS[version].text, { ...named, taskId: waiting }), parts: partsOf(version) },
    { ...messageOf(version, PARTS[version].text, named), parts: partsOf(version) },
  ]
  return [
    ...[wire.send, wire.stream].flatMap((method) =>
      messages.map((message) => ({
        method,
        params: { message: { ...message, messageId: MESSAGE_ID }, ...sent },
      }))
    ),
    { method: wire.get, params: { id: paid, historyLength: 2, metadata: { a: 1 } } },
    { method: wire.get, params: { id: waiting, historyLength: 2 } },
    { method: wire.cancel, params: { id: waiting, metadata: { a: 1 } } },
    { method: wire.subscribe, params: { id: paid } },
    { method: wire.setPush, params: wire.push(paid, config) },
    { method: wire.getPush, params: wire.namedPush(paid, "mine") },
    { method: wire.listPush, params: { ...wire.taskPush(paid), pageSize: 1, pageToken: "x" } },
    { method: wire.deletePush, params: wire.namedPush(paid, "mine") },
    { method: card, params: { tenant: "x" } },
    ...list.map((method) => ({
      method,
      params: {
        contextId: paid,
        status: "TASK_STATE_INPUT_REQUIRED",
        statusTimestampAfter: "2026-01-01T00:00:00Z",
        pageSize: 2,
        pageToken: Buffer.from('["2026-01-01T00:00:00.000000Z","x"]').toString("base64url"),
        historyLength: 1,
        includeArtifacts: true,
      },
    })),
  ]
}

const partsOf = (version: WireVersion): object[] => Object.values(PARTS[version])
