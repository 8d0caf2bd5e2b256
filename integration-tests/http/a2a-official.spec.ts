import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { clearFaults, fault } from "../support/bank-ledger"
import { sql } from "../support/database"
import {
  eventsIn,
  messageOf,
  OfficialCaller,
  type OfficialTask,
  postOfficial,
  rpcUrl,
  skillMessage,
  WIRES,
} from "../support/official"
import { payingAgent } from "../support/payments"
import { authenticate } from "../support/shopper"
import { runJobAlone } from "../support/jobs"

const PAYMENT = { amount: 1500, currency: "EUR" }
const EXAMPLE = JSON.stringify({ skill_id: "list_payments", input: {} })
const A2A_SCOPES = ["read", "create", "capture", "refund", "tokenize"].map((one) => `a2a:payments:${one}`)

interface CardSkill {
  readonly id: string
  readonly examples: string[]
  readonly inputModes: string[]
}

describe.each(["0.3", "1.0"] as const)("A2A %s", (version) => {
  const wire = WIRES[version]
  let agent: Agent
  let caller: OfficialCaller
  beforeAll(async () => {
    agent = await payingAgent()
    caller = new OfficialCaller(agent, version)
  })

  const payment = (more: object = {}) => skillMessage(version, "create_payment", PAYMENT, more)
  const question = (more: object = {}) => messageOf(version, wire.text("What can you do?"), more)
  const get = async (id: string, more: object = {}) => caller.task(wire.get, { id, ...more })
  const urlIn = ({ status }: OfficialTask) => String(status.message?.parts[1]?.data?.sca_redirect_url)

  describe("a message that names a skill", () => {
    it("starts a task and answers, once the customer must authenticate, with the bank's page and one artifact [A2A-37, TASK-06]", async () => {
      const task = await caller.send(payment())
      expect(task.status.state).toBe(wire.state("input-required"))
      expect(task.artifacts).toHaveLength(1)
      const data = task.artifacts?.[0]?.parts[0]?.data
      expect(task.artifacts?.[0]?.artifactId).toBe("payment")
      expect(data).toMatchObject({ payment: { status: "requires_action", ...PAYMENT } })
      expect(task.status.message?.parts[1]?.data).toEqual({
        sca_redirect_url: data?.sca_redirect_url,
        payment_id: data?.payment_id,
      })
      expect(await get(task.id)).toEqual(task)
      expect((await agent.getTask(task.id)).artifacts).toEqual(data)
    })

    it("may name the skill in its metadata", async () => {
      const metadata = { skill_id: "create_payment", input: PAYMENT }
      const task = await caller.send(messageOf(version, wire.text("Pay, please"), { metadata }))
      expect(task.metadata).toEqual({ skill_id: "create_payment" })
    })

    it("may be one of the card's examples as text, which is executed [OFC-08]", async () => {
      const all = new OfficialCaller(await Agent.withScopes(...A2A_SCOPES), version)
      const { skills } = (await all.call(wire.card)).body.result as { skills: CardSkill[] }
      expect(skills).toHaveLength(7)
      for (const { id, examples, inputModes } of skills) {
        expect(inputModes).toContain("text/plain")
        const message = messageOf(version, wire.text(String(examples[0])))
        const { result, error } = (await all.call(wire.send, { message })).body
        const task = (result?.task ?? result) as OfficialTask | undefined
        // The examples name payments and cards that this client does not have.
        if (error)
          expect([id, error.code]).toEqual([
            expect.stringMatching(/^(query|capture|refund|recurrent)_/),
            -32020,
          ])
        else expect(task?.metadata).toEqual({ skill_id: id })
      }
    })

    it.each([
      ["text around its JSON", `Please: ${EXAMPLE}`],
      ["a list", `[${EXAMPLE}]`],
      ["incomplete JSON", EXAMPLE.slice(0, -1)],
    ])("is no call when it is text with %s [OFC-08]", async (_, text) => {
      const task = await caller.send(messageOf(version, wire.text(text)))
      expect([task.status.state, task.metadata]).toEqual([wire.state("input-required"), undefined])
    })

    it("is rejected when its text contains what the database cannot store", async () => {
      const text = JSON.stringify({ skill_id: "create_payment", input: { ...PAYMENT, description: "\0" } })
      expect(await caller.refusal(wire.send, { message: messageOf(version, wire.text(text)) })).toBe(-32602)
    })

    it.each([
      ["the id create_paymnet", { skill_id: "create_paymnet" }, "skill_id", "did you mean create_payment?"],
      ["the id createPayment", { skill_id: "createPayment" }, "skill_id", "did you mean create_payment?"],
      [
        "the member skillId",
        { skillId: "create_payment" },
        "message.parts.0.data.skillId",
        "did you mean skill_id?",
      ],
      [
        "the member skill",
        { skill: "create_payment" },
        "message.parts.0.data.skill",
        "did you mean skill_id?",
      ],
    ])("is rejected with the nearest known name for %s [OFC-09]", async (_, named, path, hint) => {
      const before = await tasksOf(agent)
      const message = messageOf(version, wire.data({ ...named, input: PAYMENT }))
      const { error } = (await caller.call(wire.send, { message })).body
      expect(error?.code).toBe(-32602)
      expect(JSON.stringify(error?.data)).toContain(hint)
      expect(JSON.stringify(error?.data)).toContain(JSON.stringify(path))
      expect(await tasksOf(agent)).toBe(before)
    })

    it("is rejected without a suggestion when no skill has a similar id [OFC-09]", async () => {
      const { error } = (await caller.call(wire.send, { message: skillMessage(version, "fly", {}) })).body
      expect(JSON.stringify(error?.data)).toContain('(got \\"fly\\")')
      expect(JSON.stringify(error?.data)).not.toContain("did you mean")
    })

    it("returns the result at once for a skill that completes at once", async () => {
      const task = await caller.send(skillMessage(version, "list_payments", { limit: 1 }))
      expect(task.status.state).toBe(wire.state("completed"))
      expect(task.artifacts?.[0]?.parts[0]?.data).toHaveProperty("payments")
    })

    it("leads to the decline reason when the payment is declined [TASK-08]", async () => {
      const { id, ...task } = await caller.send(payment())
      await authenticate(urlIn({ id, ...task }), "approve", "4000000000009995")
      await agent.settled(id)
      const { status } = await get(id)
      expect(status.state).toBe(wire.state("failed"))
      expect(status.message?.parts[1]?.data).toMatchObject({ code: "insufficient_funds" })
    })

    it.each([
      ["an unknown skill", "fly", {}],
      ["bad input", "create_payment", { amount: -1, currency: "EUR" }],
      ["input the store refuses", "create_payment", { amount: 1500, currency: "CHF" }],
    ])("creates no task for %s [A2A-35]", async (_, skill_id, input) => {
      const before = await tasksOf(agent)
      expect(await caller.refusal(wire.send, { message: skillMessage(version, skill_id, input) })).toBe(
        -32602
      )
      expect(await tasksOf(agent)).toBe(before)
    })

    it("gets the task while the bank does not answer, not an error that invites a second payment [A2A-48]", async () => {
      await fault({ scope: { times: 50 }, api: { status: 503 } })
      const task = await caller.send(payment())
      await clearFaults()
      expect(task.status.state).toBe(wire.state("working"))
      await agent.call("tasks/cancel", { task_id: task.id })
    })
  })

  describe("a message that names no skill", () => {
    it("is accepted and answered with the skills its token may call, each with its schema [VER-07]", async () => {
      const task = await caller.send(question())
      expect(task.status.state).toBe(wire.state("input-required"))
      expect(task.artifacts).toBeUndefined()
      const [text, list] = task.status.message?.parts ?? []
      expect(text?.text).toContain("skill_id")
      const skills = list?.data?.skills as { skill_id: string; input_schema: { type?: string } }[]
      expect(skills.map(({ skill_id }) => skill_id)).toEqual([
        "query_payment_status",
        "list_payments",
        "create_payment",
      ])
      expect(skills[2]?.input_schema).toMatchObject({ type: "object", required: ["amount", "currency"] })
      expect(await agent.getTask(task.id)).toMatchObject({ skill_id: null, state: "input-required" })
    })

    it("starts another task when other text has the same message id, and the same task for the same text [A2A-62]", async () => {
      const messageId = randomUUID()
      const asking = (text: string) => caller.send(messageOf(version, wire.text(text), { messageId }))
      const [first, again, other] = [await asking("Hello"), await asking("Hello"), await asking("Goodbye")]
      expect(again.id).toBe(first.id)
      expect(other.id).not.toBe(first.id)
      expect(other.status.state).toBe(wire.state("input-required"))
    })

    it("starts a task that can be canceled and then accepts no more messages", async () => {
      const { id } = await caller.send(question())
      expect((await caller.task(wire.cancel, { id })).status.state).toBe(wire.state("canceled"))
      for (const message of [question({ taskId: id }), payment({ taskId: id })])
        expect(await caller.refusal(wire.send, { message })).toBe(-32004)
    })

    it("may be followed by others, each of which appears in the history once", async () => {
      const { id, contextId } = await caller.send(question())
      const second = question({ taskId: id, contextId })
      await caller.send(second)
      const task = await caller.send(second)
      expect([task.id, task.history?.length]).toEqual([id, 2])
      expect(task.history?.map(({ taskId }) => taskId)).toEqual([id, id])
    })

    it("starts a task that completes when the client names a skill: the payment is a new task in the same context", async () => {
      const waiting = await caller.send(question())
      const message = payment({ taskId: waiting.id })
      const task = await caller.send(message)
      expect(task.id).not.toBe(waiting.id)
      expect(task.contextId).toBe(waiting.contextId)
      expect(task.status.state).toBe(wire.state("input-required"))
      expect((await get(waiting.id)).status.state).toBe(wire.state("completed"))
      expect((await caller.send(message)).id).toBe(task.id)
    })

    it("starts a task that the store cancels when the client sends nothing for a day", async () => {
      const { id } = await caller.send(question())
      await sql("update gw_task set updated_at = now() - interval '25 hours' where id = $1", [id])
      await runJobAlone("end-interrupted")
      expect((await agent.settled(id)).state).toBe("canceled")
    })
  })

  describe("a message about an existing task", () => {
    it("is stored on a payment that waits for the customer, and the payment continues", async () => {
      const { id } = await caller.send(payment())
      const task = await caller.send(question({ taskId: id }))
      expect([task.id, task.status.state, task.history?.length]).toEqual([
        id,
        wire.state("input-required"),
        2,
      ])
      expect(await caller.refusal(wire.send, { message: payment({ taskId: id }) })).toBe(-32004)
    })

    it("is rejected without the scope to read payments, because the answer is the task [AUTH-07]", async () => {
      const creator = new OfficialCaller(await Agent.withScopes("a2a:payments:create"), version)
      const { id } = await creator.send(payment())
      const waiting = await creator.send(question())
      const { status, body } = await creator.call(wire.send, { message: question({ taskId: id }) })
      expect([status, body.error?.code]).toEqual([403, -32012])
      expect((await creator.send(question({ taskId: waiting.id }))).id).toBe(waiting.id)
    })

    it("is rejected when the task is terminal, unknown, another client's, or in another context", async () => {
      const { id } = await caller.send(skillMessage(version, "list_payments", {}))
      expect(await caller.refusal(wire.send, { message: question({ taskId: id }) })).toBe(-32004)
      expect(await caller.refusal(wire.send, { message: question({ taskId: "task_none" }) })).toBe(-32001)
      const stranger = new OfficialCaller(await payingAgent(), version)
      expect(await stranger.refusal(wire.send, { message: question({ taskId: id }) })).toBe(-32001)
      const waiting = await caller.send(question())
      const elsewhere = question({ taskId: waiting.id, contextId: "another" })
      expect(await caller.refusal(wire.send, { message: elsewhere })).toBe(-32602)
    })

    it("may name a context id of the client's choice for a new task", async () => {
      const contextId = randomUUID()
      const task = await caller.send(question({ contextId }))
      expect([task.contextId, task.history?.[0]?.contextId]).toEqual([contextId, contextId])
    })
  })

  describe("the same message", () => {
    it("sent 20 times at once creates one task [A2A-22]", async () => {
      const message = payment()
      const tasks = await Promise.all(Array.from({ length: 20 }, () => caller.send(message)))
      expect(new Set(tasks.map(({ id }) => id)).size).toBe(1)
      expect(new Set(tasks.map(({ status }) => status.state))).toEqual(
        new Set([wire.state("input-required")])
      )
      const text = question()
      const waiting = await Promise.all(Array.from({ length: 20 }, () => caller.send(text)))
      expect(new Set(waiting.map(({ id }) => id)).size).toBe(1)
    })

    it("is recognized by its idempotency_key rather than its message id, and rejected with other input [A2A-23]", async () => {
      const keyed = (amount: number) =>
        messageOf(
          version,
          wire.data({ skill_id: "create_payment", input: { ...PAYMENT, amount }, idempotency_key: key })
        )
      const key = randomUUID()
      const { id } = await caller.send(keyed(100))
      expect((await caller.send(keyed(100))).id).toBe(id)
      expect(await caller.refusal(wire.send, { message: keyed(200) })).toBe(-32023)
      expect((await agent.send("create_payment", { ...PAYMENT, amount: 100 }, key)).body.result.task_id).toBe(
        id
      )
    })
  })

  describe("historyLength", () => {
    it("limits the returned messages to the newest", async () => {
      const { id } = await caller.send(question())
      const second = question({ taskId: id }) as { messageId: string }
      await caller.send(second)
      expect((await get(id, { historyLength: 0 })).history).toBeUndefined()
      expect((await get(id, { historyLength: 1 })).history?.map(({ messageId }) => messageId)).toEqual([
        second.messageId,
      ])
      expect((await get(id, { historyLength: 50 })).history).toHaveLength(2)
      const configuration = { historyLength: 0, blocking: true }
      expect((await caller.send(question(), { configuration })).history).toBeUndefined()
    })

    it("must not be negative", async () => {
      const { id } = await caller.send(question())
      expect(await caller.refusal(wire.get, { id, historyLength: -1 })).toBe(-32602)
      const params = { message: question(), configuration: { historyLength: -1 } }
      expect(await caller.refusal(wire.send, params)).toBe(-32602)
      expect(await caller.refusal(wire.stream, params)).toBe(-32602)
    })
  })

  describe("a stream", () => {
    it("starts with the task, sends every state, repeats the request's id, and ends when the customer must authenticate [TASK-03]", async () => {
      const events = await eventsIn(await caller.open(wire.stream, { message: payment() }, "stream-1"))
      expect(events.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual(events.map(() => ["2.0", "stream-1"]))
      expect(statesOf(events)).toEqual(["submitted", "working", "input-required"].map(wire.state))
      if (version === "0.3") {
        const finals = events.flatMap(({ result }) =>
          result?.kind === "status-update" ? [result.final] : []
        )
        expect(finals).toEqual([false, true])
      }
    })

    it("of an existing task continues that task, and ends at once when the task already waits", async () => {
      const message = payment()
      const { id } = await caller.send(message)
      const events = await eventsIn(await caller.open(wire.stream, { message }))
      expect(events.map(({ result }) => taskOf(result)?.id)).toEqual([id])
    })

    it("gets a JSON error when it cannot start", async () => {
      const response = await caller.open(wire.stream, { message: question({ taskId: "task_none" }) })
      expect(response.headers.get("content-type")).toContain("application/json")
      expect(await response.json()).toMatchObject({ error: { code: -32001 } })
    })

    it.each([
      ["a new one", wire.stream, { message: question({ taskId: "task_none" }) }, true],
      ["one of a task", wire.subscribe, { id: "task_none" }, version === "0.3"],
    ])(
      "gets the error in the form that clients read when they accept only a stream: %s [A2A-61]",
      async (_, method, params, isEvent) => {
        const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method, params })
        const response = await postOfficial(agent, version, body, rpcUrl(), { accept: "text/event-stream" })
        const type = isEvent ? "text/event-stream" : "application/json"
        expect([response.status, response.headers.get("content-type")]).toEqual([
          200,
          expect.stringContaining(type),
        ])
        const answers = isEvent ? await eventsIn(response) : [await response.json()]
        expect(answers).toMatchObject([
          { jsonrpc: "2.0", id: 7, error: { code: -32001, message: "Task not found." } },
        ])
      }
    )

    it("resumes with the current task, stays open while the customer authenticates, and ends with the task", async () => {
      const task = await caller.send(payment())
      const response = await caller.open(wire.subscribe, { id: task.id }, 42)
      const reading = eventsIn(response)
      await authenticate(urlIn(task))
      const events = await reading
      expect(taskOf(events[0]?.result)).toEqual(task)
      expect(statesOf(events)).toEqual(["input-required", "completed"].map(wire.state))
      expect(events.every(({ id }) => id === 42)).toBe(true)
    })

    it("ends for every subscriber when the task is canceled", async () => {
      const task = await caller.send(payment())
      const reading = Promise.all(
        [1, 2, 3].map(async () => eventsIn(await caller.open(wire.subscribe, { id: task.id })))
      )
      await caller.task(wire.cancel, { id: task.id })
      for (const events of await reading) expect(statesOf(events).at(-1)).toBe(wire.state("canceled"))
    })
  })

  it("answers at once when the client requests a non-blocking call, and the task continues", async () => {
    const { id, status } = await caller.send(payment(), { configuration: wire.notBlocking })
    expect(status.state).toBe(wire.state("submitted"))
    const { body } = await agent.call("tasks/cancel", { task_id: id })
    expect(body.result).toMatchObject({ task_id: id, state: "canceled" })
    expect((await agent.getTask(id)).state).toBe("canceled")
  })
})

const tasksOf = async ({ client_id }: Agent) =>
  (await sql("select id from gw_task where client_id = $1", [client_id])).length

type Result = Record<string, unknown> | undefined

/** The task in a stream event, or undefined when the event carries none. */
function taskOf(result: Result): OfficialTask | undefined {
  if (result?.task) return result.task as OfficialTask
  return result?.kind === "task" ? (result as unknown as OfficialTask) : undefined
}

/** The states a stream has sent, in order. */
function statesOf(events: { result?: Record<string, unknown> }[]): string[] {
  return events.flatMap(({ result }) => {
    const reported = (result?.task ?? result?.statusUpdate ?? result) as Partial<OfficialTask> | undefined
    return reported?.status ? [reported.status.state] : []
  })
}
