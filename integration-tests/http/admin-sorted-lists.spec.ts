import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { adminFetch, adminGet } from "../support/merchant"
import { registerClient, switchSurfaces } from "../support/oauth-client"

const ROOT = "/admin/agentic-commerce"

type Row = Readonly<Record<string, string | number | null>>

interface Answer {
  readonly next_cursor: string | null
}

const page = (path: string, query: Record<string, string>) =>
  adminGet<Answer & Record<string, Row[]>>(`${ROOT}${path}?${new URLSearchParams(query)}`)

/** All rows of a list, read in pages of two. */
async function allOf(path: string, member: string, query: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ""; cursor !== null && rows.length < 50;) {
    const answer = await page(path, { ...query, limit: "2", ...(cursor && { cursor }) })
    rows.push(...(answer[member] ?? []))
    cursor = answer.next_cursor
  }
  return rows
}

const NEWEST_WEBHOOK =
  "select id from gw_webhook_subscription where client_id = $1 order by created_at desc limit 1"

let client_id: string
let webhook_id: string
const tag = randomUUID().slice(0, 8)
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  client_id = (await registerClient({ client_name: `${tag} b` })).client_id
  await registerClient({ client_name: `${tag} c` })
  await registerClient({ client_name: `${tag} a` })
  await sql(
    `insert into gw_payment (id, merchant_reference, idempotency_key, client_id, origin, intent, amount, currency, description, status, created_at)
     select 'pay_' || left(md5($1 || n), 24), 'GW-X-' || md5($1 || n), gen_random_uuid(), $1, 'order', 'sale', amount, currency, 'sorted', 'failed',
            '2026-03-05T10:00:00Z'::timestamptz + n * interval '1 hour'
       from unnest(array[700, 100, 100, 500, 500], array['EUR', 'JPY', 'EUR', 'EUR', 'EUR']) with ordinality t (amount, currency, n)`,
    [client_id]
  )
  await sql(
    `insert into gw_approval (id, kind, client_id, task_id, amount, currency, description, order_reference, status, decided_at, expires_at, created_at)
     select 'apr_' || left(md5($1 || n), 24), 'payment', $1, 'task_' || left(md5($1 || n), 24), amount, 'EUR', 'sorted', $1 || '-' || n,
            case when n = 1 then 'waiting' else 'approved' end, case when n > 1 then now() - n * interval '1 hour' end,
            '2126-03-05T10:00:00Z'::timestamptz - n * interval '1 hour', '2026-03-05T10:00:00Z'::timestamptz + n * interval '1 hour'
       from unnest(array[700, 100, 500, 500]) with ordinality t (amount, n)`,
    [client_id]
  )
  await sql(
    `insert into gw_task (id, client_id, skill_id, state, request_hash, created_at)
     select 'task_' || left(md5($1 || n), 24), $1, case when n < 3 then 'create_payment' else 'refund_payment' end, 'failed', '',
            '2026-03-05T10:00:00Z'::timestamptz + n * interval '1 hour'
       from generate_series(1, 4) n`,
    [client_id]
  )
  await sql(
    `insert into gw_audit (type, client_id, detail, at)
     select case when n < 3 then 'token_issued' else 'token_revoked' end, $1, jsonb_build_object('n', n),
            '2026-03-05T10:00:00Z'::timestamptz + n * interval '1 hour'
       from generate_series(1, 4) n`,
    [client_id]
  )
  await sql(
    `insert into gw_webhook_subscription (id, client_id, profile, url, created_at)
     select 'wh_' || left(md5($1 || n), 24), $1, 'standard', url, '2026-03-05T10:00:00Z'::timestamptz + n * interval '1 hour'
       from unnest(array['https://b.example/' || repeat('x', 1982), 'https://c.example', 'https://a.example']) with ordinality t (url, n)`,
    [client_id]
  )
  webhook_id = (await sql<{ id: string }>(NEWEST_WEBHOOK, [client_id]))[0]?.id ?? ""
  await sql(
    `with event as (
       insert into gw_webhook_event (type, aggregate, sequence, client_id, occurred_at, data)
       select 'webhook.ping', $1, n, $2, now(), '{}' from generate_series(1, 4) n returning *)
     insert into gw_webhook_delivery (id, event_id, subscription_id, aggregate, sequence, state, ended_at, created_at)
     select 'whd_' || md5($1 || sequence), id, $1, $1, sequence, 'delivered', now(),
            '2026-03-05T10:00:00Z'::timestamptz + sequence * interval '1 hour'
       from event`,
    [webhook_id, client_id]
  )
})
afterAll(async () => {
  await sql("delete from gw_webhook_delivery where subscription_id = $1", [webhook_id])
  await sql("delete from gw_webhook_subscription where client_id = $1", [client_id])
  await sql("delete from gw_task where client_id = $1", [client_id])
  await sql("delete from gw_approval where client_id = $1", [client_id])
  await sql("delete from gw_payment where client_id = $1", [client_id])
})

describe("a list of the merchant's API", () => {
  const amountsOf = async (path: string, member: string, order?: string) => {
    const rows = await allOf(path, member, { client_id, ...(order && { order }) })
    expect(new Set(rows.map(({ id, payment_id }) => id ?? payment_id)).size).toBe(rows.length)
    return rows.map(({ currency, amount }) => `${currency} ${amount}`)
  }

  it("of payments is sorted by time, or within each currency by amount, page by page [ADM-55]", async () => {
    const oldest = ["EUR 700", "JPY 100", "EUR 100", "EUR 500", "EUR 500"]
    const lowest = ["EUR 100", "EUR 500", "EUR 500", "EUR 700", "JPY 100"]
    expect(await amountsOf("/payments", "payments")).toEqual([...oldest].reverse())
    expect(await amountsOf("/payments", "payments", "created_at")).toEqual(oldest)
    expect(await amountsOf("/payments", "payments", "amount")).toEqual(lowest)
    expect(await amountsOf("/payments", "payments", "-amount")).toEqual([...lowest].reverse())
  })

  it("of approvals is sorted by time, expiry, decision or amount, page by page [ADM-55]", async () => {
    const references = async (order: string) =>
      (await allOf("/approvals", "approvals", { client_id, order })).map(({ order_reference }) =>
        String(order_reference).slice(-1)
      )
    expect(await references("created_at")).toEqual(["1", "2", "3", "4"])
    expect(await references("-created_at")).toEqual(["4", "3", "2", "1"])
    expect(await references("expires_at")).toEqual(["4", "3", "2", "1"])
    expect(await references("-decided_at")).toEqual(["2", "3", "4"])
    expect(await amountsOf("/approvals", "approvals", "-amount")).toEqual([
      "EUR 700",
      "EUR 500",
      "EUR 500",
      "EUR 100",
    ])
  })

  it("of agents is sorted by name or time, page by page [ADM-55]", async () => {
    const names = async (order: string) =>
      (await allOf("/clients", "clients", { q: tag, order })).map(({ name }) => String(name).slice(-1))
    expect(await names("name")).toEqual(["a", "b", "c"])
    expect(await names("-name")).toEqual(["c", "b", "a"])
    expect(await names("-created_at")).toEqual(["a", "c", "b"])
  })

  it.each([
    ["tasks", "created_at", { skill: "refund_payment" }, {}],
    // The rows above have entries of their own, which are newer.
    ["audit", "at", { type: "token_revoked" }, { to: "2026-03-06" }],
  ])(
    "of %s is sorted by time, also with the filters that have their own index, page by page [ADM-55]",
    async (list, time, narrowed, period) => {
      const member = list === "audit" ? "entries" : list
      const hours = async (query: Record<string, string>) =>
        (await allOf(`/${list}`, member, { client_id, ...period, ...query })).map((row) =>
          new Date(String(row[time])).getUTCHours()
        )
      expect(await hours({})).toEqual([14, 13, 12, 11])
      expect(await hours({ order: `-${time}` })).toEqual([14, 13, 12, 11])
      expect(await hours({ order: time })).toEqual([11, 12, 13, 14])
      expect(await hours({ order: time, ...narrowed })).toEqual([13, 14])
      expect(await hours({ ...narrowed })).toEqual([14, 13])
    }
  )

  it("of webhooks is sorted by URL, also of 2000 characters, or time, page by page [ADM-55]", async () => {
    const hosts = async (order: string) =>
      (await allOf("/webhooks", "webhooks", { client_id, ...(order && { order }) })).map(
        ({ url }) => String(url).slice("https://".length)[0]
      )
    expect(await hosts("url")).toEqual(["a", "b", "c"])
    expect(await hosts("-url")).toEqual(["c", "b", "a"])
    expect(await hosts("created_at")).toEqual(["b", "c", "a"])
    expect(await hosts("")).toEqual(["a", "c", "b"])
  })

  it("of deliveries is sorted by time, page by page [ADM-55]", async () => {
    const sequences = async (query: Record<string, string>) =>
      (await allOf(`/webhooks/${webhook_id}/deliveries`, "deliveries", query)).map(({ created_at }) =>
        new Date(String(created_at)).getUTCHours()
      )
    expect(await sequences({})).toEqual([14, 13, 12, 11])
    expect(await sequences({ order: "created_at" })).toEqual([11, 12, 13, 14])
    expect((await adminFetch(`${ROOT}/webhooks/${webhook_id}/deliveries?order=type`)).status).toBe(400)
  })

  it.each(["payments", "approvals", "clients", "tasks", "audit", "webhooks"])(
    "%s rejects a field that it cannot be sorted by [ADM-55]",
    async (list) => {
      for (const order of ["status", "--amount", "", "amount,created_at", "-", "constructor"])
        expect([order, (await adminFetch(`${ROOT}/${list}?order=${order}`)).status]).toEqual([order, 400])
    }
  )

  it("rejects the cursor of another sorting [ADM-55]", async () => {
    const { next_cursor } = await page("/approvals", { client_id, limit: "1", order: "amount" })
    const query = (order: string) => `client_id=${client_id}&order=${order}&cursor=${next_cursor}`
    expect((await adminFetch(`${ROOT}/approvals?${query("amount")}`)).status).toBe(200)
    expect((await adminFetch(`${ROOT}/approvals?${query("created_at")}`)).status).toBe(400)
    const wrong = Buffer.from(JSON.stringify(["EUR", "many", "apr_1"])).toString("base64url")
    expect((await adminFetch(`${ROOT}/approvals?order=amount&cursor=${wrong}`)).status).toBe(400)
    const byUrl = await page("/webhooks", { client_id, limit: "1", order: "url" })
    for (const [order, status] of [
      ["-url", 200],
      ["created_at", 400],
    ] as const)
      expect((await adminFetch(`${ROOT}/webhooks?order=${order}&cursor=${byUrl.next_cursor}`)).status).toBe(
        status
      )
  })
})

describe("the list of approvals", () => {
  const found = async (query: Record<string, string>) =>
    (await page("/approvals", { client_id, ...query })).approvals?.map(({ order_reference }) =>
      String(order_reference).slice(-1)
    )

  it("is filtered by kind, status and day [ADM-56]", async () => {
    expect(await found({ kind: "payment" })).toEqual(["4", "3", "2", "1"])
    expect(await found({ kind: "refund" })).toEqual([])
    expect(await found({ kind: "payment", status: "waiting" })).toEqual(["1"])
    expect(await found({ created_from: "2026-03-05T12:00:00Z", created_to: "2026-03-05T13:00:00Z" })).toEqual(
      ["3", "2"]
    )
  })

  it("finds an approval by its id, its task or the agent's reference, and nothing by a part of one [ADM-56]", async () => {
    const [row] = await sql<{ id: string; task_id: string }>(
      "select id, task_id from gw_approval where order_reference = $1",
      [`${client_id}-2`]
    )
    for (const q of [String(row?.id), String(row?.task_id), `${client_id}-2`])
      expect(await found({ q })).toEqual(["2"])
    for (const q of [`${client_id}-`, "1042", "' or true --"]) expect(await found({ q })).toEqual([])
  })

  it("finds the approvals of an order by its number [ADM-56]", async () => {
    const number = 900_000_000 + Math.floor(Math.random() * 90_000_000)
    const [payment] = await sql<{ id: string }>(
      "update gw_payment set shop_order_id = $2 where id = (select id from gw_payment where client_id = $1 limit 1) returning id",
      [client_id, number]
    )
    await sql("update gw_approval set payment_id = $2 where order_reference = $1", [
      `${client_id}-3`,
      payment?.id,
    ])
    expect(await found({ q: `#${number}` })).toEqual(["3"])
    expect(await found({ q: String(number + 1) })).toEqual([])
  })

  it.each(["kind=all", "created_from=yesterday", "created_to=1999-12-31", "q=", "q=a&q=b"])(
    "rejects ?%s [ADM-56]",
    async (query) => {
      expect((await adminFetch(`${ROOT}/approvals?${query}`)).status).toBe(400)
    }
  )
})
