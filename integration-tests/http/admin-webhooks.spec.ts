import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { Receiver } from "../support/receiver"
import { hasten, newestThat, shown, subscribe } from "../support/webhooks"
import { world } from "../support/world"

const PATH = "/admin/agentic-commerce/webhooks"

/** A webhook as the merchant is shown it. */
interface Managed {
  readonly id: string
  readonly client_id: string
  readonly client_name: string
  readonly url: string
  readonly status: string
  readonly disabled_reason: string | null
  readonly failures: number
  readonly waiting: number
  readonly deliveries: { pending: number; delivered: number; dead: number }
}

interface Attempt {
  readonly attempt: number
  readonly status: number | null
  readonly duration_ms: number
  readonly response: string | null
  readonly error: string | null
}

interface Traced {
  readonly id: string
  readonly state: string
  readonly attempt_count: number
  readonly request: {
    method: string
    url: string
    headers: Record<string, string> | null
    body: string
  } | null
  readonly response: Attempt | null
  readonly attempts: Attempt[]
}

interface Listed {
  readonly deliveries: { readonly id: string; readonly state: string; readonly type: string }[]
  readonly next_cursor: string | null
}

let receiver: Receiver
beforeAll(async () => {
  await switchSurfaces({ ucp_enabled: true })
  receiver = await Receiver.listen()
})
afterAll(async () => {
  receiver.close()
  await switchSurfaces({ ucp_enabled: false })
})

let numbered = 0

/** A webhook of a client that has no others, whose receiver answers like this first. */
async function subscribed(answers: number[] = []) {
  const buyer = await Buyer.forGuests()
  const path = `/managed/${++numbered}`
  receiver.answers.set(path, answers)
  const webhook = await subscribe(buyer, receiver.at(path))
  return { ...webhook, path, buyer }
}

const page = (query = "") => adminGet<{ webhooks: Managed[]; next_cursor: string | null }>(`${PATH}${query}`)
const read = async (id: string) => (await adminGet<{ webhook: Managed }>(`${PATH}/${id}`)).webhook
const deliveriesOf = (id: string, query = "") => adminGet<Listed>(`${PATH}/${id}/deliveries${query}`)
const trace = async (id: string, delivery: string) =>
  (await adminGet<{ delivery: Traced }>(`${PATH}/${id}/deliveries/${delivery}`)).delivery

/** What staff ask for, which must be answered like this. */
async function staffAsk<Body>(path: string, status: number, body: object = {}): Promise<Body> {
  const answer = await adminPost(`${PATH}/${path}`, body)
  const told = (await answer.json()) as Body
  expect([answer.status, told]).toEqual([status, told])
  return told
}

/** Entries of the audit about a client, the newest first. */
async function audited(type: string, client_id: string) {
  const path = `/admin/agentic-commerce/audit?type=${type}&client_id=${client_id}`
  return (await adminGet<{ entries: { actor_id: string | null; detail: Record<string, unknown> }[] }>(path))
    .entries
}

describe("the webhooks in the admin API", () => {
  it("are for staff who are logged in", async () => {
    const reads = ["", "/whk_1", "/whk_1/deliveries", "/whk_1/deliveries/whd_1"]
    const acts = ["/whk_1/enable", "/whk_1/disable", "/whk_1/ping", "/whk_1/replay"]
    for (const path of reads) expect((await fetch(`${world().base_url}${PATH}${path}`)).status).toBe(401)
    for (const path of [...acts, "/whk_1/deliveries/whd_1/retry"])
      expect((await fetch(`${world().base_url}${PATH}${path}`, { method: "POST" })).status).toBe(401)
  })

  it("that do not exist are told so", async () => {
    const reads = ["/whk_none", "/whk_none/deliveries", "/whk_none/deliveries/whd_none"]
    for (const path of reads) expect((await adminFetch(`${PATH}${path}`)).status).toBe(404)
    for (const act of ["enable", "disable", "ping", "replay", "deliveries/whd_none/retry"])
      expect((await adminPost(`${PATH}/whk_none/${act}`)).status).toBe(404)
  })

  it.each(["status=dead", "limit=0", "limit=101", "cursor=x", "cursor=", "q=", "sort=url", "client_id="])(
    "refuse ?%s with 400",
    async (query) => {
      expect((await adminFetch(`${PATH}?${query}`)).status).toBe(400)
    }
  )

  it("are listed with whose they are and how they stand, and never with a secret", async () => {
    const { id, buyer, path } = await subscribed([500])
    await receiver.heard(path, ({ status }) => status === 500)
    const failed = async () => {
      const { webhooks } = await page(`?client_id=${buyer.client_id}`)
      return webhooks[0]?.failures ? webhooks : undefined
    }
    const webhooks = await eventually(failed)
    expect(webhooks).toMatchObject([
      {
        ...{ id, client_id: buyer.client_id, url: receiver.at(path), status: "active", profile: "standard" },
        ...{ events: null, failures: 1, waiting: 1, last_failure_status: 500, last_success_at: null },
        ...{
          client_name: expect.stringMatching(/\w/) as string,
          failing_since: expect.any(String) as string,
        },
      },
    ])
    expect(JSON.stringify(webhooks)).not.toMatch(/secret|whsec|rotation|v1\./)
    await hasten(id)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    expect(await read(id)).toMatchObject({
      ...{ failures: 0, waiting: 0, deliveries: { pending: 0, delivered: 1, dead: 0 } },
      ...{ last_success_at: expect.any(String) as string },
    })
  })

  it("are found by client, by status and by a part of the URL that is taken literally, page by page", async () => {
    const buyer = await Buyer.forGuests()
    const paths = ["/paged/100%25", "/paged/1003", "/paged/other"]
    for (const path of paths) await subscribe(buyer, receiver.at(path))
    const one = await page(`?client_id=${buyer.client_id}&limit=2`)
    const two = await page(`?client_id=${buyer.client_id}&limit=2&cursor=${one.next_cursor}`)
    expect([...one.webhooks, ...two.webhooks].map(({ url }) => url)).toEqual(
      paths.map((path) => receiver.at(path)).reverse()
    )
    expect(two.next_cursor).toBeNull()
    const like = async (q: string) =>
      (await page(`?client_id=${buyer.client_id}&q=${encodeURIComponent(q)}`)).webhooks.map(({ url }) => url)
    expect(await like("PAGED/100")).toHaveLength(2)
    expect(await like("100%")).toEqual([receiver.at(paths[0] as string)])
    expect(await like("1_03")).toEqual([])
    const [first] = one.webhooks
    await staffAsk(`${first?.id}/disable`, 200)
    const by = async (status: string) =>
      (await page(`?client_id=${buyer.client_id}&status=${status}`)).webhooks
    expect((await by("disabled")).map(({ id }) => id)).toEqual([first?.id])
    expect(await by("active")).toHaveLength(2)
  })
})

describe("a webhook the merchant disables", () => {
  it("is sent nothing more, its client cannot have it back, and the audit names who did it [ADM-13]", async () => {
    const { id, buyer, path } = await subscribed([500])
    await receiver.heard(path, ({ status }) => status === 500)
    const { webhook } = await staffAsk<{ webhook: Managed }>(`${id}/disable`, 200)
    expect(webhook).toMatchObject({ status: "disabled", disabled_reason: "merchant", waiting: 0 })
    expect(await shown(buyer, id)).toMatchObject({ status: "disabled", disabled_reason: "merchant" })
    const again = await buyer.send("/webhooks", { body: { url: receiver.at(path) } })
    expect([again.status, again.body.code]).toEqual([409, "invalid_state"])
    for (const act of ["ping", "replay"]) await staffAsk(`${id}/${act}`, 400)
    const [delivery] = (await deliveriesOf(id)).deliveries
    expect(delivery?.state).toBe("dead")
    await staffAsk(`${id}/deliveries/${delivery?.id}/retry`, 400)
    expect(await audited("webhook_disabled", buyer.client_id)).toMatchObject([
      { actor_id: expect.stringMatching(/^user_/) as string, detail: { id, disabled_reason: "merchant" } },
    ])
    await staffAsk(`${id}/disable`, 200)
    expect(await audited("webhook_disabled", buyer.client_id)).toHaveLength(1)
  })

  it("goes on when it is enabled again, as if it had never failed [ADM-13]", async () => {
    const { id, buyer, path } = await subscribed([410])
    await newestThat(buyer, id, ({ state }) => state === "dead")
    expect(await read(id)).toMatchObject({ status: "disabled", disabled_reason: "gone" })
    expect(await audited("webhook_disabled", buyer.client_id)).toMatchObject([{ actor_id: null }])
    const { webhook } = await staffAsk<{ webhook: Managed }>(`${id}/enable`, 200)
    expect(webhook).toMatchObject({ status: "active", disabled_reason: null, failures: 0 })
    await staffAsk(`${id}/enable`, 200)
    expect(await audited("webhook_enabled", buyer.client_id)).toMatchObject([
      { actor_id: expect.stringMatching(/^user_/) as string, detail: { id } },
    ])
    await staffAsk(`${id}/ping`, 202)
    await receiver.heard(path, ({ status }) => status === 200)
    // What its client does with it later is not the staff's doing.
    expect((await buyer.send(`/webhooks/${id}/rotate-secret`)).status).toBe(200)
    expect(await audited("webhook_secret_rotated", buyer.client_id)).toMatchObject([{ actor_id: null }])
  })

  it("stays disabled when its client is revoked", async () => {
    const { id, buyer } = await subscribed()
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    await staffAsk(`${id}/disable`, 200)
    const revoke = `/admin/agentic-commerce/clients/${buyer.client_id}/revoke`
    expect((await adminPost(revoke, { reason: "test" })).status).toBe(200)
    expect((await staffAsk<{ message: string }>(`${id}/enable`, 400)).message).toContain("revoked")
    expect(await read(id)).toMatchObject({ status: "disabled", disabled_reason: "merchant" })
  })
})

describe("a delivery in the admin API", () => {
  it("shows the request as it was sent, to the byte, and what was answered, of each attempt [ADM-12]", async () => {
    const { id, buyer, path, secret } = await subscribed([500])
    await receiver.heard(path, ({ status }) => status === 500)
    const [listed] = (await deliveriesOf(id)).deliveries
    const first = await eventually(async () => {
      const traced = await trace(id, String(listed?.id))
      return traced.response ? traced : undefined
    })
    expect(first).toMatchObject({
      ...{ state: "pending", attempt_count: 1 },
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

  it("keeps what was answered by the last ten attempts, and forgets it with the delivery", async () => {
    const { id, buyer, path } = await subscribed([500])
    await receiver.heard(path, ({ status }) => status === 500)
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

  it("is listed by how it stands, page by page", async () => {
    const { id, buyer } = await subscribed()
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

  it("is nobody's but its webhook's", async () => {
    const one = await subscribed()
    const other = await subscribed()
    const [delivery] = (await deliveriesOf(one.id)).deliveries
    expect((await adminFetch(`${PATH}/${other.id}/deliveries/${delivery?.id}`)).status).toBe(404)
    await staffAsk(`${other.id}/deliveries/${delivery?.id}/retry`, 404)
  })

  it("is sent once more when the merchant retries it, with the same id and body", async () => {
    const { id, buyer, path } = await subscribed()
    const { id: delivery, event_id } = await newestThat(buyer, id, ({ state }) => state === "delivered")
    const { delivery: owed } = await staffAsk<{ delivery: Traced }>(`${id}/deliveries/${delivery}/retry`, 202)
    expect(owed.id).toBe(delivery)
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

describe("a replay", () => {
  /** Five deliveries that were given up, a day apart, the oldest first. */
  async function givenUp(count = 5) {
    const one = await subscribed()
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

  it("owes again what was given up, says how much, and is in the audit [ADM-12]", async () => {
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

  it("owes only what was first owed from and before a moment", async () => {
    const { id } = await givenUp()
    const range = { from: "2026-01-03T00:00:00Z", to: "2026-01-05T00:00:00Z" }
    expect(await staffAsk(`${id}/replay`, 202, range)).toMatchObject({ count: 2 })
    await eventually(async () => (await read(id)).deliveries.delivered === 2 || undefined)
    const left = await deliveriesOf(id, "?state=dead")
    expect(left.deliveries).toHaveLength(3)
  })

  it("of more than a thousand goes on where the last one ended, and all at once owe each of them once", async () => {
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
  ])("is refused with %j", async (body) => {
    const { id } = await subscribed()
    await staffAsk(`${id}/replay`, 400, body)
  })
})
