import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { ledgerOf } from "../support/bank-ledger"
import { type OfficialClient, type Seen, newClient, oldClient } from "../support/official-clients"
import { payingAgent } from "../support/payments"
import { Receiver } from "../support/receiver"
import { authenticate } from "../support/shopper"

const PAYMENT = { skill_id: "create_payment", input: { amount: 1500, currency: "EUR" } }

const CLIENTS: [string, (access_token: string) => Promise<OfficialClient>][] = [
  ["@a2a-js/sdk 1.3 on the wire of 1.0", (token) => newClient(token, "1.0")],
  ["@a2a-js/sdk 1.3 with the REST transport", (token) => newClient(token, "1.0", "HTTP+JSON")],
  ["@a2a-js/sdk 1.3 on the wire of 0.3", (token) => newClient(token, "0.3")],
  ["@a2a-js/sdk 0.3.14", oldClient],
]

describe.each(CLIENTS)("the official client %s", (_, connect) => {
  let agent: Agent
  let client: OfficialClient
  beforeAll(async () => {
    agent = await payingAgent()
    client = await connect(agent.access_token)
  })

  it("finds the skills its token may call on the extended card", async () => {
    expect(await client.skills()).toEqual(["query_payment_status", "list_payments", "create_payment"])
  })

  it("streams a payment up to customer authentication, resubscribes, and receives the final state [VER-05, REST-02]", async () => {
    const begun = await all(client.stream(PAYMENT))
    const { id = "" } = begun[0] ?? {}
    expect(statesOf(begun)).toEqual(["submitted", "working", "input-required"])
    const sca_redirect_url = String(begun.at(-1)?.status_data?.sca_redirect_url)
    const seen: Partial<Seen>[] = []
    for await (const step of client.resubscribe(id)) {
      if (!seen.length) await authenticate(sca_redirect_url)
      seen.push(step)
    }
    expect(statesOf(seen)).toEqual(["input-required", "completed"])
    expect(seen[0]?.status_data?.sca_redirect_url).toBe(sca_redirect_url)
    const task = await client.get(id)
    expect(task).toMatchObject({
      state: "completed",
      artifacts: { payment: { status: "captured", amount: 1500 } },
    })
    expect((await ledgerOf(String(task.artifacts.payment_id))).amounts.captured).toBe(1500)
  })

  it("waits for customer authentication, then cancels: the payment is canceled at the bank [VER-05, REST-02]", async () => {
    const task = await client.send(PAYMENT)
    expect(task.state).toBe("input-required")
    expect(task.status_data.sca_redirect_url).toBe(task.artifacts.sca_redirect_url)
    expect((await client.cancel(task.id)).state).toBe("canceled")
    expect((await ledgerOf(String(task.artifacts.payment_id))).status).toBe("canceled")
  })

  it("receives push notifications for a task at its own URL [A2A-56, REST-02]", async () => {
    const receiver = await Receiver.listen()
    try {
      const task = await client.send(PAYMENT)
      expect(await client.tellAt(task.id, receiver.at("/hook"))).toEqual([receiver.at("/hook")])
      await authenticate(String(task.status_data.sca_redirect_url))
      const [first] = await receiver.waitFor("/hook", ({ body }) => /completed/i.test(body))
      expect(first?.headers["x-a2a-notification-token"]).toBe("token")
    } finally {
      receiver.close()
    }
  })

  it("maps error answers to typed errors [VER-05, VER-06, REST-02]", async () => {
    const { id, status_data } = await client.send(PAYMENT)
    await authenticate(String(status_data.sca_redirect_url))
    await agent.settled(id)
    await expect(client.cancel(id)).rejects.toMatchObject({ name: "TaskNotCancelableError" })
    await expect(client.get("task_none")).rejects.toMatchObject({ name: "TaskNotFoundError" })
    const refusal: Error = await all(client.resubscribe("task_none")).then(
      () => new Error("nothing was refused"),
      (error: Error) => error
    )
    // In 0.3 this error arrives as an event, and the clients wrap it.
    expect((refusal.cause as Error | undefined)?.name ?? refusal.name).toBe("TaskNotFoundError")
    const stranger = await connect((await payingAgent()).access_token)
    await expect(stranger.get(id)).rejects.toMatchObject({ name: "TaskNotFoundError" })
  })

  it("learns why a message is refused, with and without a stream [A2A-61]", async () => {
    const unknown = { skill_id: "create_payments", input: PAYMENT.input }
    const reader = await connect((await Agent.withScopes("a2a:payments:read")).access_token)
    const refusals = [
      { of: client, data: unknown, reason: /parameters are not valid/ },
      { of: reader, data: PAYMENT, reason: /scope/ },
    ]
    for (const { of, data, reason } of refusals) {
      await expect(of.send(data)).rejects.toThrow(reason)
      await expect(all(of.stream(data))).rejects.toThrow(reason)
    }
  })

  it("does not map a missing scope to one of the protocol's own errors [VER-06]", async () => {
    const reader = await connect((await Agent.withScopes("a2a:payments:read")).access_token)
    const refusal = await reader.send(PAYMENT).catch((error: Error) => error)
    expect((refusal as Error).message).toContain("scope")
    expect((refusal as Error).name).not.toMatch(/^Task|^Push|^Unsupported|^Version/)
  })
})

async function all<T>(steps: AsyncGenerator<T>): Promise<T[]> {
  const seen: T[] = []
  for await (const step of steps) seen.push(step)
  return seen
}

const statesOf = (steps: Partial<Seen>[]) => steps.flatMap(({ state }) => (state ? [state] : []))
