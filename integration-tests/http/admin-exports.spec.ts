import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import type { Agent, Task } from "../support/agent"
import { allow, decided, waitingOf } from "../support/approvals"
import { sql } from "../support/database"
import { download, linesOf, newestExports, ROOT, UTC } from "../support/exported-lists"
import { adminFetch, adminGet } from "../support/merchant"
import { orderOf, paid, payingAgent } from "../support/payments"
import { world } from "../support/world"

let agent: Agent
let task: Task
beforeAll(async () => {
  agent = await payingAgent()
  task = await paid(agent, { amount: 123_456, description: "exported" })
})

interface List {
  readonly list: string
  readonly file: string
  /** A filter that matches nothing, and what the audit log records of it. */
  readonly none: Record<string, string>
  readonly recorded: Record<string, string>
}

const ofNoAgent = { none: { client_id: "a2a_none" }, recorded: { client_id: "a2a_none" } }

const LISTS: List[] = [
  ...["payments", "approvals", "tasks", "audit"].map((list) => ({ list, file: list, ...ofNoAgent })),
  { list: "clients", file: "agents", none: { q: "a2a_none" }, recorded: { has_search_text: "true" } },
]

describe.each(LISTS)("the exported file of the list $list", ({ list, file, none, recorded }) => {
  it("is for staff only [ADM-23]", async () => {
    expect((await fetch(`${world().base_url}${ROOT}/${list}/export`)).status).toBe(401)
  })

  it.each(["limit=1", "cursor=x", "order=name", "unknown=1", "client_id[]=a&client_id[]=b"])(
    "is refused with 400 for ?%s",
    async (query) => {
      expect((await adminFetch(`${ROOT}/${list}/export?${query}`)).status).toBe(400)
    }
  )

  it("has only its header line if nothing matches, and is an attachment that is not cached [ADM-51]", async () => {
    const response = await download(list, none)
    expect(response.headers.get("content-type")).toContain("text/csv; charset=utf-8")
    expect(response.headers.get("cache-control")).toBe("no-store")
    const today = new Date().toISOString().slice(0, 10)
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="${file}_until_${today}.csv"`
    )
    expect(await response.text()).toMatch(/^[a-z0-9_,]+\r\n$/)
  })

  it("is recorded in the audit log with its filters and the staff member, unless it is refused [ADM-51]", async () => {
    const before = await newestExports(file)
    const request_id = `req-${randomUUID()}`
    expect((await download(list, none, { "x-request-id": request_id })).status).toBe(200)
    expect((await download(list, { limit: "1" })).status).toBe(400)
    const after = await newestExports(file)
    expect(after.length - before.length).toBe(1)
    expect(after[0]).toMatchObject({ actor_type: "user", detail: { ...recorded, request_id } })
  })
})

describe("exported payments", () => {
  it("have amounts in major units with their currency, times in UTC, the order and the agent [ADM-51]", async () => {
    const { id, display_id } = await orderOf(task)
    const [line, ...others] = await linesOf("payments", { client_id: agent.client_id })
    expect(others).toEqual([])
    expect(line).toMatchObject({
      payment_id: task.artifacts.payment_id,
      status: "paid",
      amount: "1234.56",
      captured_amount: "1234.56",
      refunded_amount: "0.00",
      currency: "EUR",
      order_number: String(display_id),
      order_id: id,
      agent_id: agent.client_id,
      created_at: expect.stringMatching(UTC) as string,
    })
    expect(line?.agent).not.toBe("")
  })

  it("are those that the list shows with the same filters [ADM-51]", async () => {
    const client_id = agent.client_id
    const shown = async (more: Record<string, string>) => {
      const listed = await adminGet<{ payments: { payment_id: string }[] }>(
        `${ROOT}/payments?${new URLSearchParams({ client_id, ...more })}`
      )
      const exported = await linesOf("payments", { client_id, ...more })
      expect(exported.map(({ payment_id }) => payment_id)).toEqual(
        listed.payments.map(({ payment_id }) => payment_id)
      )
      return exported.length
    }
    expect(await shown({ display_status: "paid", currency: "eur" })).toBe(1)
    expect(await shown({ display_status: "refunded" })).toBe(0)
    expect(await shown({ created_from: "2000-01-01", created_to: "2199-12-31" })).toBe(1)
    expect(await shown({ created_from: "2100-01-01" })).toBe(0)
    expect(await shown({ q: String(task.artifacts.shop_order_id) })).toBe(1)
  })

  it("are in a file whose name has the period [ADM-51]", async () => {
    const response = await download("payments", { created_from: "2026-03-01", created_to: "2026-03-31" })
    expect(response.headers.get("content-disposition")).toContain('"payments_2026-03-01_2026-03-31.csv"')
    await response.text()
  })

  it("are recorded without the search text, which may be personal data [ADM-51]", async () => {
    await (await download("payments", { q: "ana@example.com" })).text()
    const [entry] = await newestExports("payments")
    expect(entry?.detail).toMatchObject({ has_search_text: "true" })
    expect(JSON.stringify(entry)).not.toContain("ana@")
  })

  it.each(["created_from=yesterday", "created_to=1999-12-31", "display_status=paid&display_status=x"])(
    "are refused with 400 for ?%s",
    async (query) => {
      expect((await adminFetch(`${ROOT}/payments/export?${query}`)).status).toBe(400)
    }
  )

  it("are all there, without repeats, when there are more than fit on a page, also with the same time [ADM-51]", async () => {
    const other = await payingAgent()
    await sql("update gw_oauth_client set name = '=1+1' where id = $1", [other.client_id])
    await sql(
      `insert into gw_payment (id, merchant_reference, idempotency_key, client_id, origin, intent, amount, currency, description, status, created_at)
       select 'pay_' || md5($1 || n)::char(24), 'GW-X-' || md5($1 || n), gen_random_uuid(), $1, 'order', 'sale', 1500, 'JPY', 'many', 'failed',
              '2026-03-05T10:00:00Z'::timestamptz + (n / 700) * interval '1 second'
         from generate_series(1, 1201) n`,
      [other.client_id]
    )
    const lines = await linesOf("payments", { client_id: other.client_id })
    expect(new Set(lines.map(({ payment_id }) => payment_id)).size).toBe(1201)
    expect(lines).toHaveLength(1201)
    expect(lines[0]).toMatchObject({ agent: "'=1+1", amount: "1500", currency: "JPY" })
    await sql("delete from gw_payment where client_id = $1", [other.client_id])
  })
})

describe("exported approvals", () => {
  it("have the request, the decision with its note, and amounts in major units; a formula is text [ADM-57]", async () => {
    const { client_id } = agent
    await allow(client_id, { approval_above: 1000 })
    await agent.createPayment({ amount: 123_456, order_reference: "=1+1" })
    const { id } = await waitingOf(client_id)
    await decided(id, "refuse", { note: "-- no" })
    const [line, ...others] = await linesOf("approvals", { client_id, status: "decided" })
    expect(others).toEqual([])
    expect(line).toMatchObject({
      approval_id: id,
      kind: "payment",
      status: "refused",
      amount: "1234.56",
      currency: "EUR",
      order_reference: "'=1+1",
      note: "'-- no",
      agent_id: client_id,
      order_number: "",
      failure_code: "",
      decided_by: expect.stringContaining("@") as string,
      decided_at: expect.stringMatching(/Z$/) as string,
    })
    expect(await linesOf("approvals", { client_id, status: "waiting" })).toEqual([])
    expect(await linesOf("approvals", { client_id, q: id })).toHaveLength(1)
    const [entry] = await newestExports("approvals")
    expect(entry?.detail).toMatchObject({ client_id, has_search_text: "true" })
    expect(JSON.stringify(entry)).not.toContain(id)
  })

  it.each(["order=amount", "kind=x", "created_from=yesterday"])(
    "are refused with 400 for ?%s",
    async (query) => {
      expect((await adminFetch(`${ROOT}/approvals/export?${query}`)).status).toBe(400)
    }
  )
})

describe("the exported audit log", () => {
  it("has the action, the agent, who did it and the details as JSON [ADM-51]", async () => {
    const [line] = await linesOf("audit", { client_id: agent.client_id, type: "consent_given" })
    expect(line).toMatchObject({ action: "consent_given", agent_id: agent.client_id, by: "user", count: "1" })
    expect(JSON.parse(String(line?.details))).toHaveProperty("scopes")
  })
})
