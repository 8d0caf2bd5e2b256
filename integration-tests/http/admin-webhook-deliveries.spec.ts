import { parse } from "csv-parse/sync"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { sql } from "../support/database"
import { adminFetch, adminGet } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { Receiver } from "../support/receiver"
import { audited, deliveriesOf, PATH, read, staffAsk, trace, type Traced } from "../support/managed-webhooks"
import { closeReceiver, NO_RETRY, openReceiver, subscribed } from "../support/webhook-clients"
import { hasten, newestThat } from "../support/webhooks"
import { world } from "../support/world"

let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => closeReceiver(receiver))

describe("a delivery in the admin API", () => {
  it("shows the exact request bytes and, for each attempt, the answer [ADM-12]", async () => {
    const { id, buyer, path, secret } = await subscribed(receiver, [500], NO_RETRY)
    await receiver.waitFor(path, ({ status }) => status === 500)
    const [listed] = (await deliveriesOf(id)).deliveries
    const first = await eventually(async () => {
      const traced = await trace(id, String(listed?.id))
      return traced.response ? traced : undefined
    })
    expect(first).toMatchObject({
      state: "pending",
      attempt_count: 1,
      response: { attempt: 1, status: 500, response: "ok", error: "answered 500" },
    })
    await hasten(id)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    const traced = await trace(id, String(listed?.id))
    const arrived = receiver.arrived.filter((one) => one.path === path).at(-1)
    expect(traced.request).toMatchObject({ method: "POST", url: receiver.at(path), body: arrived?.body })
    expect(arrived?.headers).toMatchObject(traced.request?.headers ?? { none: true })
    expect(Object.keys(traced.request?.headers ?? {})).toEqual(
      expect.arrayContaining(["content-type", "webhook-id", "webhook-timestamp", "webhook-signature"])
    )
    expect(traced.attempts.map(({ attempt, status, error }) => [attempt, status, error])).toEqual([
      [2, 200, null],
      [1, 500, "answered 500"],
    ])
    expect(traced.response).toMatchObject({ attempt: 2, status: 200, response: "ok", error: null })
    expect(traced.response?.duration_ms).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(traced)).not.toContain(secret.slice(6))
  })

  it("keeps the answers of the last ten attempts, and deletes them with the delivery", async () => {
    const { id, buyer, path } = await subscribed(receiver, [500], NO_RETRY)
    await receiver.waitFor(path, ({ status }) => status === 500)
    const { id: delivery } = await newestThat(buyer, id, ({ last_status }) => last_status === 500)
    await sql("update gw_webhook_delivery set attempt = 10 where id = $1", [delivery])
    await sql(
      `insert into gw_webhook_attempt (delivery_id, attempt, at, duration_ms)
       select $1, n, now(), 1 from generate_series(2, 10) n`,
      [delivery]
    )
    await hasten(id)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    const numbers = (await trace(id, delivery)).attempts.map(({ attempt }) => attempt)
    expect(numbers).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    await sql("delete from gw_webhook_delivery where id = $1", [delivery])
    expect(await sql("select 1 from gw_webhook_attempt where delivery_id = $1", [delivery])).toEqual([])
  })

  it("is filtered by state, page by page", async () => {
    const { id, buyer } = await subscribed(receiver)
    for (let n = 0; n < 3; n++) await staffAsk(`${id}/ping`, 202)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    await eventually(
      async () => (await deliveriesOf(id, "?state=pending")).deliveries.length === 0 || undefined
    )
    const one = await deliveriesOf(id, "?state=delivered&limit=3")
    const two = await deliveriesOf(id, `?state=delivered&limit=3&cursor=${one.next_cursor}`)
    const all = [...one.deliveries, ...two.deliveries]
    expect([all.length, new Set(all.map((delivery) => delivery.id)).size, two.next_cursor]).toEqual([
      4,
      4,
      null,
    ])
    expect((await deliveriesOf(id, "?state=dead")).deliveries).toEqual([])
    for (const query of ["state=gone", "limit=101", "cursor=x"])
      expect((await adminFetch(`${PATH}/${id}/deliveries?${query}`)).status).toBe(400)
  })

  /** A webhook with three test events in March, of which two are given up, after the ping of its registration. */
  async function pinged() {
    const one = await subscribed(receiver)
    for (let n = 0; n < 3; n++) await staffAsk(`${one.id}/ping`, 202)
    await eventually(async () => (await read(one.id)).deliveries.delivered === 4 || undefined)
    await sql(
      `update gw_webhook_delivery d
          set state = case when e.sequence > 2 then 'dead' else state end, last_error = '=1+1',
              created_at = timestamptz '2026-03-01' + e.sequence * interval '1 day'
         from gw_webhook_event e where e.id = d.event_id and d.subscription_id = $1`,
      [one.id]
    )
    return one
  }

  it("is filtered by type, days and ids, and refuses other values [ADM-58]", async () => {
    const { id } = await pinged()
    const found = async (query: Record<string, string>) =>
      (await deliveriesOf(id, `?${new URLSearchParams(query)}`)).deliveries
    const all = await found({})
    expect(all).toHaveLength(4)
    expect(await found({ type: "webhook.ping" })).toHaveLength(4)
    expect(await found({ type: "order.paid" })).toEqual([])
    const days = { created_from: "2026-03-03T00:00:00Z", created_to: "2026-03-04T00:00:00Z" }
    expect(await found(days)).toEqual(all.slice(1, 3))
    const [newest] = all
    expect(await found({ q: String(newest?.id) })).toEqual([newest])
    expect(await found({ q: String(newest?.event_id) })).toEqual([newest])
    // The events of a ping are about the webhook.
    expect(await found({ q: id, state: "dead" })).toEqual(all.slice(0, 2))
    expect(await found({ q: "order_none" })).toEqual([])
    for (const query of ["type=order", "created_from=x", "q=", "order=amount"])
      expect((await adminFetch(`${PATH}/${id}/deliveries?${query}`)).status).toBe(400)
  })

  it("is exported as CSV with the filters of the list, which the audit log records [ADM-57]", async () => {
    const { id } = await pinged()
    const at = `${PATH}/${id}/deliveries/export`
    const response = await adminFetch(
      `${at}?state=dead&created_from=2026-03-01&created_to=2026-03-31&q=${id}`
    )
    expect(response.headers.get("content-disposition")).toContain('"deliveries_2026-03-01_2026-03-31.csv"')
    const lines = parse<Record<string, string>>(await response.text(), {
      columns: true,
      record_delimiter: "\r\n",
    })
    const listed = (await deliveriesOf(id, "?state=dead")).deliveries
    expect(lines.map(({ delivery_id }) => delivery_id)).toEqual(listed.map((delivery) => delivery.id))
    expect(lines[0]).toMatchObject({ event: "webhook.ping", state: "dead", attempts: "1", error: "'=1+1" })
    const { entries } = await adminGet<{ entries: { detail: object }[] }>(
      "/admin/agentic-commerce/audit?type=deliveries_exported&limit=1"
    )
    expect(entries[0]?.detail).toMatchObject({ webhook_id: id, state: "dead", has_search_text: "true" })
    expect(entries[0]?.detail).not.toHaveProperty("q")
    expect((await fetch(`${world().base_url}${at}`)).status).toBe(401)
    expect((await adminFetch(`${PATH}/whk_none/deliveries/export`)).status).toBe(404)
    for (const query of ["limit=1", "cursor=x", "state=gone"])
      expect((await adminFetch(`${at}?${query}`)).status).toBe(400)
  })

  it("is found under its own webhook only", async () => {
    const one = await subscribed(receiver)
    const other = await subscribed(receiver)
    const [delivery] = (await deliveriesOf(one.id)).deliveries
    expect((await adminFetch(`${PATH}/${other.id}/deliveries/${delivery?.id}`)).status).toBe(404)
    await staffAsk(`${other.id}/deliveries/${delivery?.id}/retry`, 404)
  })

  it("is sent again with the same id and body when staff retry it", async () => {
    const { id, buyer, path } = await subscribed(receiver)
    const { id: delivery, event_id } = await newestThat(buyer, id, ({ state }) => state === "delivered")
    const { delivery: retried } = await staffAsk<{ delivery: Traced }>(
      `${id}/deliveries/${delivery}/retry`,
      202
    )
    expect(retried.id).toBe(delivery)
    const sent = await eventually(async () => {
      const all = receiver.arrived.filter((one) => one.path === path)
      return all.length === 2 ? all : undefined
    })
    expect(sent.map(({ headers }) => headers["webhook-id"])).toEqual([event_id, event_id])
    expect(sent[0]?.body).toBe(sent[1]?.body)
    expect(await audited("webhook_replayed", buyer.client_id)).toMatchObject([
      { actor_id: expect.stringMatching(/^user_/) as string, detail: { id, count: 1 } },
    ])
  })
})

describe("a webhook that the store only probes after failures", () => {
  const probedLater = (id: string) =>
    sql(
      "update gw_webhook_subscription set failures = 5, probe_at = now() + interval '1 hour' where id = $1",
      [id]
    )

  it("is attempted at once when staff retry a delivery [ADM-12]", async () => {
    const { id, buyer, path } = await subscribed(receiver, [500], NO_RETRY)
    await receiver.waitFor(path, ({ status }) => status === 500)
    const delivery = await newestThat(buyer, id, ({ last_status }) => last_status === 500)
    await probedLater(id)
    await staffAsk(`${id}/deliveries/${delivery.id}/retry`, 202)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    expect((await read(id)).failures).toBe(0)
  })

  it("is attempted at once when staff send a test event [ADM-13]", async () => {
    const { id, buyer } = await subscribed(receiver)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    await probedLater(id)
    await staffAsk(`${id}/ping`, 202)
    await eventually(async () => (await read(id)).deliveries.delivered === 2 || undefined)
  })
})

describe("a replay", () => {
  /** A subscription with `count` dead deliveries, created a day apart. */
  async function givenUp(count = 5) {
    const one = await subscribed(receiver)
    for (let n = 1; n < count; n++) await staffAsk(`${one.id}/ping`, 202)
    const delivered = async () => (await read(one.id)).deliveries.delivered === count || undefined
    await eventually(delivered)
    await sql(
      `update gw_webhook_delivery d
          set state = 'dead', failures = 11, created_at = timestamptz '2026-01-01' + e.sequence * interval '1 day'
         from gw_webhook_event e where e.id = d.event_id and d.subscription_id = $1`,
      [one.id]
    )
    const count_sent = receiver.arrived.filter(({ path }) => path === one.path).length
    return { ...one, sent: () => receiver.arrived.filter(({ path }) => path === one.path).slice(count_sent) }
  }

  it("sends dead deliveries again, returns their number, and is in the audit log [ADM-12]", async () => {
    const { id, buyer, sent } = await givenUp()
    expect(await staffAsk(`${id}/replay`, 202)).toEqual({ count: 5, next_cursor: null })
    const all = await eventually(async () => (sent().length === 5 ? sent() : undefined))
    expect(new Set(all.map(({ headers }) => headers["webhook-id"])).size).toBe(5)
    await eventually(async () => (await read(id)).deliveries.delivered === 5 || undefined)
    expect(await staffAsk(`${id}/replay`, 202)).toEqual({ count: 0, next_cursor: null })
    expect(await audited("webhook_replayed", buyer.client_id)).toMatchObject([{ detail: { id, count: 5 } }])
    expect(await staffAsk(`${id}/replay`, 202, { state: "all" })).toMatchObject({ count: 5 })
    await eventually(async () => sent().length === 10 || undefined)
  })

  it("selects deliveries by their creation time, from one moment until before another", async () => {
    const { id } = await givenUp()
    const range = { from: "2026-01-03T00:00:00Z", to: "2026-01-05T00:00:00Z" }
    expect(await staffAsk(`${id}/replay`, 202, range)).toMatchObject({ count: 2 })
    await eventually(async () => (await read(id)).deliveries.delivered === 2 || undefined)
    const left = await deliveriesOf(id, "?state=dead")
    expect(left.deliveries).toHaveLength(3)
  })

  it("of more than 1000 deliveries continues from a cursor, and parallel replays send each delivery once", async () => {
    const { id } = await givenUp(1)
    await sql(
      `with event as (
         insert into gw_webhook_event (type, aggregate, sequence, client_id, occurred_at, data, body)
         select 'webhook.ping', 'replayed ' || $1 || n, 1, client_id, now(), '{}', '{}'
           from gw_webhook_subscription, generate_series(1, 1100) n where id = $1
         returning id, aggregate
       )
       insert into gw_webhook_delivery (id, event_id, subscription_id, aggregate, sequence, state, created_at, ended_at)
       select 'whd_replayed_' || replace(e.id::text, '-', ''), e.id, $1, aggregate, 1, 'dead', now(), now() from event e`,
      [id]
    )
    await switchSurfaces({ ucp_enabled: false })
    try {
      const one = await staffAsk<{ count: number; next_cursor: string }>(`${id}/replay`, 202, {
        state: "all",
      })
      expect(one.count).toBe(1000)
      const rest = { state: "all", cursor: one.next_cursor }
      const both = await Promise.all(
        [1, 2].map(() => staffAsk<{ count: number; next_cursor: null }>(`${id}/replay`, 202, rest))
      )
      expect(both.map(({ count }) => count).sort()).toEqual([0, 101])
      expect(await read(id)).toMatchObject({ waiting: 1000, deliveries: { pending: 1101, dead: 0 } })
    } finally {
      await sql("delete from gw_webhook_subscription where id = $1", [id])
      await switchSurfaces({ ucp_enabled: true })
    }
  })

  it.each([
    { state: "pending" },
    { from: "yesterday" },
    { from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" },
    { limit: 5 },
    { cursor: "x" },
  ])("is rejected with %j", async (body) => {
    const { id } = await subscribed(receiver)
    await staffAsk(`${id}/replay`, 400, body)
  })
})
