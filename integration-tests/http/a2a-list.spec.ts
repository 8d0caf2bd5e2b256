import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type RpcAnswer } from "../support/agent"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"

type Listed = { payments: { payment_id: string; status: string }[]; next_cursor: string | null }

let agent: Agent
let ids: string[]
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  ids = []
  for (const [currency, order_reference] of [
    ["EUR", "A"],
    ["RON", "B"],
    ["EUR", "C"],
    ["EUR", "C"],
    ["RON", "D"],
  ])
    ids.unshift((await agent.createPayment({ currency, order_reference })).artifacts.payment_id)
})

async function list(input: object, by = agent): Promise<Listed> {
  const answer = (await by.send("list_payments", input)) as RpcAnswer<unknown> as RpcAnswer<{
    state: string
    artifacts: Listed
  }>
  expect(answer.body.result.state).toBe("completed")
  return answer.body.result.artifacts
}

const idsOf = ({ payments }: Listed) => payments.map(({ payment_id }) => payment_id)

describe("list_payments", () => {
  it("returns the newest payments first, in pages without repeats or gaps [A2A-42, AUTH-09]", async () => {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page: Listed = await list({ limit: 2, ...(cursor && { cursor }) })
      expect(page.payments.length).toBeLessThanOrEqual(2)
      seen.push(...idsOf(page))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen).toEqual(ids)
  })

  it("filters by status, currency, reference and time [A2A-42]", async () => {
    expect(idsOf(await list({ currency: "RON" }))).toEqual([ids[0], ids[3]])
    expect(idsOf(await list({ order_reference: "C" }))).toEqual([ids[1], ids[2]])
    const { artifacts, task_id } = await agent.createPayment({ order_reference: "E" })
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    expect(idsOf(await list({ status: "captured" }))).toEqual([artifacts.payment_id])
    const later = new Date(Date.now() + 60_000).toISOString()
    expect(idsOf(await list({ created_from: later }))).toEqual([])
    expect(idsOf(await list({ created_to: later, order_reference: "A" }))).toEqual([ids[4]])
    const [from, to] = ["2026-01-01T00:00:00+16:00", "9999-12-31T23:59:59.999999999-00:00"]
    expect(idsOf(await list({ created_from: from, created_to: to, order_reference: "A" }))).toEqual([ids[4]])
  })

  it("returns no payments of another client [A2A-42]", async () => {
    const other = await Agent.withScopes("a2a:payments:read")
    expect(await list({}, other)).toEqual({ payments: [], next_cursor: null })
  })

  it.each([
    { limit: 0 },
    { limit: 101 },
    { limit: "20" },
    { status: "lost" },
    { currency: "eur" },
    { created_from: "yesterday" },
    ...["2026-02-31T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00"].flatMap((none) => [
      { created_from: none },
      { created_to: none },
    ]),
    { cursor: "nonsense" },
    ...["2026-99-99", "2026-02-31", "0000-01-01"].map((none) => ({
      cursor: Buffer.from(`["${none}T00:00:00.000000Z","x"]`).toString("base64url"),
    })),
    { client_id: "a2a_1" },
  ])("rejects the input %j [A2A-42]", async (input) => {
    expect((await agent.send("list_payments", input)).body.error.code).toBe(-32602)
  })

  it("requires the read scope [AUTH-09]", async () => {
    const without = await Agent.withScopes("a2a:payments:create")
    expect((await without.send("list_payments", {})).status).toBe(403)
  })
})
