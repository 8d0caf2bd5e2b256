import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { eventuallyRunning } from "../support/jobs"
import { adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { Receiver } from "../support/receiver"
import {
  type Envelope,
  deliverAllDue,
  deliveriesOf,
  hasten,
  isVerifiedBy,
  newestThat,
  shown,
  subscribe,
  verified,
} from "../support/webhooks"
import { closeReceiver, freshPath, openReceiver, subscribed, NO_RETRY } from "../support/webhook-clients"

let receiver: Receiver
let buyer: Buyer
beforeAll(async () => {
  receiver = await openReceiver()
  buyer = await Buyer.forGuests()
})
afterAll(() => closeReceiver(receiver))

const isDone = ({ status }: { status: number }) => status === 200
const ping = (id: string) => buyer.send(`/webhooks/${id}/ping`)

/** A subscription of a new client, which is the buyer from now on. */
async function alone(answers: number[] = [], retry_after = 0) {
  const one = await subscribed(receiver, answers, retry_after)
  buyer = one.buyer
  return one
}

describe("a delivery", () => {
  it("is retried until it is accepted, with the same id and body, and before any later event [EVT-08]", async () => {
    const { id, secret, path } = await alone([500, 307])
    await ping(id)
    const retried = () => receiver.arrived.filter((one) => one.path === path)
    await receiver.waitFor(path, ({ status }) => status === 307)
    await hasten(id)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    const all = retried()
    expect(all.map(({ status }) => status)).toEqual([500, 307, 200, 200])
    const [first, second, third] = all
    for (const again of [second, third])
      expect([again?.body, again?.headers["webhook-id"]]).toEqual([first?.body, first?.headers["webhook-id"]])
    expect(all.map((one) => (JSON.parse(one.body) as Envelope).sequence)).toEqual([1, 1, 1, 2])
    for (const one of all) expect(isVerifiedBy(one, secret)).toBe(true)
    expect(receiver.arrived.some((one) => one.path === "/elsewhere")).toBe(false)
  })

  it("has a valid signature also when it is retried after six minutes", async () => {
    const { id, secret, path } = await alone([500])
    await receiver.waitFor(path, ({ status }) => status === 500)
    const past = "occurred_at = occurred_at - interval '6 minutes'"
    await sql(`update gw_webhook_event set ${past} where aggregate = $1`, [id])
    await hasten(id)
    const arrived = (await receiver.waitFor(path, isDone)).at(-1)
    expect(arrived && verified(arrived, secret).data).toEqual({ webhook_id: id })
  })

  it("waits as long as the receiver's Retry-After", async () => {
    const path = freshPath()
    receiver.pauses.set(path, 3600)
    receiver.answers.set(path, [503])
    buyer = await Buyer.forGuests()
    const { id } = await subscribe(buyer, receiver.at(path))
    await newestThat(buyer, id, ({ last_status }) => last_status === 503)
    const [row] = await sql<{ pause: number }>(
      "select extract(epoch from next_at - now())::int as pause from gw_webhook_delivery where subscription_id = $1",
      [id]
    )
    expect(row?.pause).toBeGreaterThan(3500)
  })

  it("disables its webhook when the receiver answers 410, with an audit log entry; registering the webhook again enables it", async () => {
    const { id, path } = await alone([410])
    await newestThat(buyer, id, ({ state }) => state === "dead")
    expect(await shown(buyer, id)).toMatchObject({ status: "disabled", disabled_reason: "gone" })
    const [delivery] = (await deliveriesOf(buyer, id)).deliveries
    for (const answer of [ping(id), buyer.send(`/webhooks/${id}/deliveries/${delivery?.id}/retry`)])
      expect((await answer).status).toBe(409)
    const { entries } = await adminGet<{ entries: { detail: object }[] }>(
      `/admin/agentic-commerce/audit?type=webhook_disabled&client_id=${buyer.client_id}`
    )
    expect(entries).toHaveLength(1)
    expect(entries[0]?.detail).toMatchObject({ id, url: receiver.at(path), disabled_reason: "gone" })
    expect((await buyer.send("/webhooks", { body: { url: receiver.at(path) } })).status).toBe(200)
    await receiver.waitFor(path, isDone)
    expect(await shown(buyer, id)).toMatchObject({ status: "active" })
  })

  it("disables its webhook when it has only failed for five days", async () => {
    const { id } = await alone(Array.from({ length: 30 }, () => 500))
    await newestThat(buyer, id, ({ last_status }) => last_status === 500)
    const failing = (failures: number) =>
      sql(
        `update gw_webhook_subscription set failures = $2, failing_since = now() - interval '121 hours', probe_at = null
          where id = $1`,
        [id, failures]
      )
    // An attempt counts when it starts. The failure counter changes when its result is stored.
    const hasFailed = "select 1 from gw_webhook_subscription where id = $1 and failures = $2"
    const fails = async (failures: number) => {
      await hasten(id)
      await eventually(async () => (await sql(hasFailed, [id, failures]))[0])
    }
    await failing(4)
    await fails(5)
    expect(await shown(buyer, id)).toMatchObject({
      status: "active",
      last_failure: { reason: "answered 500" },
    })
    await failing(9)
    await fails(10)
    await newestThat(buyer, id, ({ state }) => state === "dead")
    expect(await shown(buyer, id)).toMatchObject({ status: "disabled", disabled_reason: "failing" })
  })

  it("that used up its attempts lets the next one pass, and its client can retry it", async () => {
    const { id, path } = await alone([500], NO_RETRY)
    await receiver.waitFor(path, ({ status }) => status === 500)
    receiver.answers.set(path, [500])
    await sql("update gw_webhook_delivery set failures = 11 where subscription_id = $1", [id])
    await ping(id)
    await hasten(id)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    const { deliveries } = await deliveriesOf(buyer, id)
    expect(deliveries.map(({ state }) => state)).toEqual(["delivered", "dead"])
    const again = await buyer.send(`/webhooks/${id}/deliveries/${deliveries[1]?.id}/retry`)
    expect(again.status).toBe(202)
    await receiver.waitFor(path, ({ headers }) => headers["webhook-id"] === deliveries[1]?.event_id)
    const sent = receiver.arrived.filter((one) => one.headers["webhook-id"] === deliveries[1]?.event_id)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
  })

  it("is only probed while its receiver keeps failing, and continues when the receiver works again", async () => {
    const { id, path } = await alone(Array.from({ length: 6 }, () => 500))
    await receiver.waitFor(path, ({ status }) => status === 500)
    // Deliveries about other orders do not wait for the first.
    await sql(
      "update gw_webhook_subscription set failures = 5, probe_at = now() + interval '1 hour' where id = $1",
      [id]
    )
    await ping(id)
    await hasten(id)
    const count = () => receiver.arrived.filter((one) => one.path === path).length
    const before = count()
    await deliverAllDue(id)
    expect(count()).toBe(before)
    receiver.answers.set(path, [])
    await sql("update gw_webhook_subscription set probe_at = now() where id = $1", [id])
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    const [row] = await sql<{ failures: number }>(
      "select failures from gw_webhook_subscription where id = $1",
      [id]
    )
    expect(row?.failures).toBe(0)
  })

  it("is signed with both secrets for a day after the secret was rotated", async () => {
    const { id, secret: old, path } = await alone()
    await receiver.waitFor(path, isDone)
    const rotated = await buyer.send(`/webhooks/${id}/rotate-secret`)
    const fresh = String(rotated.body.secret)
    expect(fresh).not.toBe(old)
    const next = async () => {
      const { body } = await ping(id)
      const { event_id } = body.delivery as unknown as { event_id: string }
      const all = await receiver.waitFor(path, ({ headers }) => headers["webhook-id"] === event_id)
      return all.at(-1)
    }
    const both = await next()
    expect(both && [old, fresh].map((secret) => isVerifiedBy(both, secret))).toEqual([true, true])
    await sql("update gw_webhook_subscription set previous_until = now() where id = $1", [id])
    const one = await next()
    expect(one && [old, fresh].map((secret) => isVerifiedBy(one, secret))).toEqual([false, true])
  })

  it("is signed with the secrets of two simultaneous rotations, so that both clients can verify it", async () => {
    const { id, path } = await alone()
    await receiver.waitFor(path, isDone)
    const rotations = [1, 2].map(() => buyer.send(`/webhooks/${id}/rotate-secret`))
    const secrets = (await Promise.all(rotations)).map(({ body }) => String(body.secret))
    const { event_id } = (await ping(id)).body.delivery as unknown as { event_id: string }
    const arrived = (await receiver.waitFor(path, ({ headers }) => headers["webhook-id"] === event_id)).at(-1)
    expect(arrived && secrets.map((secret) => isVerifiedBy(arrived, secret))).toEqual([true, true])
  })

  it("is signed with one new secret when an interrupted rotation was sent again", async () => {
    const { id, secret: old, path } = await alone()
    await receiver.waitFor(path, isDone)
    const headers = { "idempotency-key": randomUUID() }
    const rotate = () => buyer.send(`/webhooks/${id}/rotate-secret`, { headers })
    const first = await rotate()
    await sql("update gw_idempotency set answer = null, leased_until = now() where key = $1", [
      headers["idempotency-key"],
    ])
    const again = await rotate()
    expect([again.status, again.body]).toEqual([200, first.body])
    const { event_id } = (await ping(id)).body.delivery as unknown as { event_id: string }
    const arrived = (await receiver.waitFor(path, ({ headers }) => headers["webhook-id"] === event_id)).at(-1)
    const secrets = [old, String(again.body.secret)]
    expect(arrived && secrets.map((secret) => isVerifiedBy(arrived, secret))).toEqual([true, true])
  })

  it("is not sent for a revoked client or while the surface is off", async () => {
    const { id, path } = await alone()
    await receiver.waitFor(path, isDone)
    const arrived = () => receiver.arrived.filter((one) => one.path === path)
    const before = arrived().length
    await switchSurfaces({ ucp_enabled: false })
    await sql(
      "update gw_webhook_delivery set state = 'pending', next_at = now(), ended_at = null where subscription_id = $1",
      [id]
    )
    await deliverAllDue(id)
    expect(arrived()).toHaveLength(before)
    const revoke = `/admin/agentic-commerce/clients/${buyer.client_id}/revoke`
    expect((await adminPost(revoke, { reason: "test" })).status).toBe(200)
    await switchSurfaces({ ucp_enabled: true })
    const ended = async () => {
      const rows = await sql<{ status: string; disabled_reason: string }>(
        "select status, disabled_reason from gw_webhook_subscription where id = $1 and status = 'disabled'",
        [id]
      )
      return rows[0]
    }
    await hasten(id)
    expect(await eventuallyRunning("deliver-webhooks", ended)).toMatchObject({
      disabled_reason: "client_revoked",
    })
    expect(arrived()).toHaveLength(before)
  })
})
