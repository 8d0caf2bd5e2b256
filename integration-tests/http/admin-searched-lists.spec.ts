import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task as Made } from "../support/agent"
import { sql } from "../support/database"
import { adminFetch, adminGet } from "../support/merchant"
import { registerClient, switchSurfaces } from "../support/oauth-client"
import { idOf, paid } from "../support/payments"

const ROOT = "/admin/agentic-commerce"

interface Task {
  readonly task_id: string
}
interface Entry {
  readonly detail: Readonly<Record<string, unknown>>
}

const searched = async <Row>(list: "tasks" | "audit", query: Record<string, string>): Promise<Row[]> => {
  const answer = await adminGet<Record<string, Row[]>>(`${ROOT}/${list}?${new URLSearchParams(query)}`)
  return answer[list === "audit" ? "entries" : list] ?? []
}

describe.each(["tasks", "audit"] as const)("the search in the list of %s", (list) => {
  it.each(["q=", "q=%20", "q=a&q=b", "q[a]=b", "q=%00", `q=${"x".repeat(201)}`, `q=${"x".repeat(10_000)}`])(
    "rejects ?%s [ADM-94]",
    async (query) => {
      expect((await adminFetch(`${ROOT}/${list}?${query}`)).status).toBe(400)
    }
  )

  it("finds nothing by SQL [ADM-94]", async () => {
    for (const q of ["' or true --", "') or ('' = 'abc", `%${randomUUID()}`, `_${randomUUID()}`])
      expect(await searched(list, { q })).toEqual([])
  })
})

describe("the search in the list of tasks", () => {
  let paying: Agent
  let other: Made
  const tag = randomUUID().slice(0, 8)
  const order_reference = `PO_${tag}`
  let task: Made
  let refund: string
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    const scopes = ["read", "create", "refund"].map((scope) => `a2a:payments:${scope}` as const)
    paying = await Agent.withScopes(...scopes)
    task = await paid(paying, { order_reference })
    other = await paid(paying)
    const { body } = await paying.send("refund_payment", { payment_id: idOf(task), amount: 500 })
    refund = body.result.task_id
    await paying.settled(refund)
  })
  const found = async (q: string, more: Record<string, string> = {}) =>
    (await searched<Task>("tasks", { q, ...more })).map(({ task_id }) => task_id)

  it("finds a task by its id only [ADM-94]", async () => {
    expect(await found(task.task_id)).toEqual([task.task_id])
    expect(await found(task.task_id.slice(0, -1))).toEqual([])
  })

  it("finds all tasks of a payment by its id, its reference or its order's number, with the filters and page by page [ADM-94]", async () => {
    const { payment_id, shop_order_id } = task.artifacts
    for (const q of [payment_id, order_reference, `#${shop_order_id}`, String(shop_order_id)])
      expect(await found(String(q))).toEqual([refund, task.task_id])
    expect(await found(order_reference, { order: "created_at" })).toEqual([task.task_id, refund])
    expect(await found(order_reference, { client_id: paying.client_id, skill: "create_payment" })).toEqual([
      task.task_id,
    ])
    expect(await found(order_reference.replace("_", "%"))).toEqual([])
    const one = await adminGet<{ tasks: Task[]; next_cursor: string }>(
      `${ROOT}/tasks?limit=1&q=${order_reference}`
    )
    expect(await found(order_reference, { cursor: one.next_cursor })).toEqual([task.task_id])
    expect(await found(order_reference)).not.toContain(other.task_id)
  })

  it("finds a task whose payment or refund was never approved, by the reference or the refunded payment [ADM-94]", async () => {
    const waiting = `WAIT_${tag}`
    await sql(
      `with approval as (
         insert into gw_approval (id, kind, client_id, task_id, amount, currency, description, order_reference, refund_of, operation_id, status, decided_at, expires_at)
         select 'apr_' || n || '_' || $1, kind, $2, 'task_' || n || '_' || $1, 5, 'EUR', 'searched', reference, refund_of, refund_of, 'expired', now(), now()
           from (values (1, 'payment', $3, null), (2, 'refund', null, $4)) t (n, kind, reference, refund_of)
         returning id, task_id)
       insert into gw_task (id, client_id, skill_id, state, request_hash, waits_for)
       select task_id, $2, 'create_payment', 'failed', '', id from approval`,
      [tag, paying.client_id, waiting, idOf(other)]
    )
    expect(await found(waiting)).toEqual([`task_1_${tag}`])
    expect(await found(idOf(other))).toEqual([`task_2_${tag}`, other.task_id])
    await sql("delete from gw_approval where client_id = $1", [paying.client_id])
  })

  it("selects the rows of the exported file, too [ADM-94]", async () => {
    const file = await adminFetch(`${ROOT}/tasks/export?q=${order_reference}`)
    const lines = (await file.text()).trim().split("\r\n").slice(1)
    expect(lines.map((line) => line.split(",")[0])).toEqual([refund, task.task_id])
    expect((await adminFetch(`${ROOT}/tasks/export?order=created_at`)).status).toBe(400)
  })
})

describe("the search in the audit log", () => {
  it.each(["ab", "%25%25%25", "_a-b_", "a%20b%20c"])(
    "rejects ?q=%s, for which the index is of no use [ADM-94]",
    async (q) => {
      expect((await adminFetch(`${ROOT}/audit?q=${q}`)).status).toBe(400)
      expect((await adminFetch(`${ROOT}/audit?q=${q}abc`)).status).toBe(200)
    }
  )

  let client_id: string
  const tag = randomUUID()
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    client_id = (await registerClient()).client_id
    const entry = `insert into gw_audit (type, client_id, actor_type, actor_id, detail, at)
      values ('client_revoked', $1, 'user', $2, $3, '2026-03-05T10:00:00Z'::timestamptz + $4::int * interval '1 hour')`
    const rows = [
      { reason: `Plăți 100% late, ${tag}` },
      { reason: `Plati 100 late, ${tag}` },
      { note: "x", payment_ids: [`pay_${tag}`] },
      { note: `"Late\\again" 🙂 said ${tag}` },
    ]
    for (const [place, detail] of rows.entries())
      await sql(entry, [client_id, `user_${place}_${tag}`, JSON.stringify({ ...detail, place }), place])
  })
  const found = async (q: string, more: Record<string, string> = {}) =>
    (await searched<Entry>("audit", { q, ...more })).map(({ detail }) => detail.place)

  it("finds entries by a part of their details, in any case, and takes wildcards literally [ADM-94]", async () => {
    expect(await found(`late, ${tag}`)).toEqual([1, 0])
    expect(await found(`LATE, ${tag.toUpperCase()}`)).toEqual([1, 0])
    expect(await found(`100% late, ${tag}`)).toEqual([0])
    expect(await found(`pay_${tag.slice(0, 20)}`)).toEqual([2])
    expect(await found(`pay%${tag}`)).toEqual([])
    expect(await found(`pay-${tag}`)).toEqual([])
  })

  it("finds entries by quotes, backslashes and emoji in their details, with a maximum of 200 characters [ADM-94]", async () => {
    for (const part of [`"Late\\again" 🙂 said`, `Late\\again`, `again" 🙂`, `🙂 said`])
      expect([part, await found(part, { client_id })]).toEqual([part, [3]])
    for (const part of [
      `Late\\\\again`,
      `\\"Late`,
      `"again`,
      `🙃 said`,
      "x".repeat(200),
      `Late%again`,
      `Late_again`,
    ])
      expect([part, await found(part, { client_id })]).toEqual([part, []])
  })

  it("finds entries by the id of the agent or of the person [ADM-94]", async () => {
    expect(await found(`user_1_${tag}`)).toEqual([1])
    expect(await found(client_id, { type: "client_revoked" })).toEqual([3, 2, 1, 0])
  })

  it("is combined with the filters, the sorting and the pages [ADM-94]", async () => {
    expect(await found(tag, { client_id, order: "at" })).toEqual([0, 1, 2, 3])
    expect(await found(tag, { client_id, type: "client_revoked" })).toEqual([3, 2, 1, 0])
    expect(await found(tag, { client_id, type: "token_issued" })).toEqual([])
    expect(await found(tag, { from: "2026-03-05T11:00:00Z", to: "2026-03-05T12:00:00Z" })).toEqual([1])
    const one = await adminGet<{ next_cursor: string }>(`${ROOT}/audit?limit=1&order=at&q=${tag}`)
    expect(await found(tag, { order: "at", cursor: one.next_cursor })).toEqual([1, 2, 3])
  })

  it("selects the rows of the exported file, whose own entry has no search text [ADM-94]", async () => {
    const file = await adminFetch(`${ROOT}/audit/export?q=${encodeURIComponent(`100% late, ${tag}`)}`)
    expect((await file.text()).trim().split("\r\n")).toHaveLength(2)
    const [entry] = await searched<Entry>("audit", { type: "audit_exported", limit: "1" })
    expect(entry?.detail).toMatchObject({ has_search_text: "true" })
    expect(JSON.stringify(entry)).not.toContain(tag)
  })
})
