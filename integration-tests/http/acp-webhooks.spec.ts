import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, type Session } from "../support/acp"
import { acpEventIn, type AcpEvent, askWebhooks, isSignedBy, registerAddress } from "../support/acp-webhooks"
import { eventually } from "../support/agent"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { adminGet, adminPost, orderNumber, refundInAdmin } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { type Arrived, Receiver } from "../support/receiver"
import { closeAcpShop, openAcpShop } from "../support/shop"
import { inAdmin } from "../support/ucp-orders"
import { deliverAllDue, hasten } from "../support/webhooks"

let agent: AcpAgent
let item: string
let receiver: Receiver

beforeAll(async () => {
  ;({ agent, item } = await openAcpShop("Quadrant"))
  receiver = await Receiver.listen()
})

afterAll(async () => {
  receiver.close()
  await closeAcpShop()
})

/** A new address of a new client, which is the agent from now on. */
async function subscribed(answers: number[] = []) {
  agent = await AcpAgent.of()
  const path = `/${randomUUID()}`
  receiver.answers.set(path, answers)
  return { ...(await registerAddress(agent, receiver.at(path))), path }
}

/** A completed session of two units. */
async function bought(): Promise<Session> {
  const { id } = await agent.ready([[item, 2]])
  return agent.authenticateBuyer(await agent.session(agent.complete(id)), "completed")
}

const at = (path: string) => receiver.arrived.filter((one) => one.path === path)
const isAccepted = ({ status }: Arrived) => status === 200

/** The accepted events at an address, as soon as one satisfies `is`. */
const eventsAt = (path: string, secret: string, is: (event: AcpEvent) => boolean): Promise<AcpEvent[]> =>
  eventually(async () => {
    const all = at(path).filter(isAccepted)
    const events = all.map((one) => acpEventIn(one, secret))
    return events.some(is) ? events : undefined
  })
const isCreate = ({ type }: AcpEvent) => type === "order_create"

describe("a webhook of ACP", () => {
  it("gets order_create with the order, as the session shows it, once and signed [ACP-42]", async () => {
    const { path, secret } = await subscribed()
    const session = await bought()
    const [event, ...more] = await eventsAt(path, secret, isCreate)
    expect([event, more]).toEqual([{ type: "order_create", data: session.order }, []])
    const [first] = at(path)
    expect(first?.headers["request-id"]).toMatch(/^[0-9a-f-]{36}$/)
    expect(isSignedBy({ ...first, body: `${first?.body} ` } as Arrived, secret)).toBe(false)
    expect(first?.headers).not.toHaveProperty("ucp-agent")
  })

  it("gets order_update for a shipment, a refund and a cancellation, in this order [ACP-42]", async () => {
    const { path, secret } = await subscribed()
    const order = await orderNumber(Number((await bought()).order?.id))
    const { order: stored } = await adminGet<{ order: { items: { id: string }[] } }>(
      `/admin/orders/${order.id}?fields=*items`
    )
    const items = [{ id: stored.items[0]?.id, quantity: 1 }]
    await inAdmin(`/orders/${order.id}/fulfillments`, { items })
    const { order: packed } = await adminGet<{ order: { fulfillments: { id: string }[] } }>(
      `/admin/orders/${order.id}?fields=*fulfillments`
    )
    await inAdmin(`/orders/${order.id}/fulfillments/${packed.fulfillments[0]?.id}/shipments`, { items })
    const isSent = ({ data }: AcpEvent) => data.fulfillments?.[0]?.status === "shipped"
    await eventsAt(path, secret, isSent)
    expect((await refundInAdmin(order, 5)).ok).toBe(true)
    const isRefunded = ({ data }: AcpEvent) => data.totals?.at(-1)?.type === "amount_refunded"
    const all = await eventsAt(path, secret, isRefunded)
    const { data: last } = all.at(-1) as AcpEvent
    expect(last.totals?.at(-1)).toEqual({
      type: "amount_refunded",
      display_text: "Refunded",
      amount: 500,
    })
    expect(last.adjustments).toMatchObject([{ type: "refund", status: "completed" }])
    expect([all.findIndex(isCreate), all.findIndex(isSent) < all.findIndex(isRefunded)]).toEqual([0, true])
    expect(all.filter(isCreate)).toHaveLength(1)
  })

  it("gets an order that the merchant cancels as order_update [ACP-42]", async () => {
    const { path, secret } = await subscribed()
    const order = await orderNumber(Number((await bought()).order?.id))
    await inAdmin(`/orders/${order.id}/cancel`)
    const isCanceled = ({ data }: AcpEvent) => data.status === "canceled"
    expect((await eventsAt(path, secret, isCanceled)).find(isCanceled)?.type).toBe("order_update")
  })

  it("repeats an event with the same id and body, and a new signature, until it is accepted [ACP-43]", async () => {
    const { id, path, secret } = await subscribed([500, 401, 307])
    await bought()
    for (const count of [1, 2, 3, 4]) {
      await eventually(async () => (at(path).length >= count ? true : undefined))
      await eventually(async () => {
        const [row] = await sql(
          "select 1 from gw_webhook_delivery where subscription_id = $1 and leased_until > now()",
          [id]
        )
        return row ? undefined : true
      })
      await hasten(id)
      await runJob("deliver-webhooks")
    }
    const all = at(path)
    expect(all.map(({ status }) => status)).toEqual([500, 401, 307, 200])
    expect(new Set(all.map(({ body, headers }) => `${headers["request-id"]} ${body}`)).size).toBe(1)
    for (const one of all) expect(isSignedBy(one, secret)).toBe(true)
  })

  it.each([
    [409, "delivered", "a receiver that has the event already"],
    [400, "dead", "a receiver that cannot read the event"],
  ])("is not repeated after %i: %s, for %s [ACP-43]", async (status, state) => {
    const { id, path } = await subscribed([status])
    await bought()
    const deliveries = await eventually(async () => {
      const rows = await sql<{ state: string }>(
        "select state from gw_webhook_delivery where subscription_id = $1",
        [id]
      )
      return rows.length && rows.every((row) => row.state !== "pending") ? rows : undefined
    })
    expect([deliveries.map((row) => row.state), at(path).length]).toEqual([[state], 1])
  })

  it("shows its secret once, and a new one only to its client; the newest one signs [ACP-44]", async () => {
    const { id, path, secret } = await subscribed()
    const shown = (await askWebhooks(agent, "", { method: "GET" })).body.webhooks
    expect(shown).toMatchObject([{ id, status: "active" }])
    expect(shown?.[0]).not.toHaveProperty("secret")
    const again = await askWebhooks(agent, "", { body: { url: receiver.at(path) } })
    expect([again.status, again.body.id, again.body.secret]).toEqual([200, id, undefined])
    const headers = { "idempotency-key": randomUUID() }
    const rotate = (of = agent) => askWebhooks(of, `/${id}/rotate_secret`, { headers })
    const [rotated, repeated, foreign] = [await rotate(), await rotate(), await rotate(await AcpAgent.of())]
    expect([rotated.status, repeated.body, foreign.status, foreign.body.code]).toEqual([
      200,
      rotated.body,
      404,
      "not_found",
    ])
    await bought()
    await eventsAt(path, rotated.body.secret, isCreate)
    expect(isSignedBy(at(path)[0] as Arrived, secret)).toBe(false)
    const kept = await sql("select 1 from gw_idempotency i where to_jsonb(i)::text like $1", [
      `%${rotated.body.secret}%`,
    ])
    expect(kept).toEqual([])
  })

  it("belongs to its client, and gets nothing after it is deleted [ACP-44]", async () => {
    const { id, path } = await subscribed()
    const own = agent
    const stranger = await AcpAgent.of()
    expect((await askWebhooks(stranger, "", { method: "GET" })).body.webhooks).toEqual([])
    expect((await askWebhooks(stranger, `/${id}`, { method: "DELETE" })).status).toBe(404)
    agent = stranger
    await bought()
    agent = own
    expect((await askWebhooks(agent, `/${id}`, { method: "DELETE" })).status).toBe(204)
    expect((await askWebhooks(agent, `/${id}`, { method: "DELETE" })).status).toBe(404)
    await bought()
    expect(
      await sql("select 1 from gw_webhook_event where client_id = any($1)", [
        [own.client_id, stranger.client_id],
      ])
    ).toEqual([])
    expect(at(path)).toEqual([])
  })

  it("needs the scope, the version, a key, and an address that the store may call [ACP-44]", async () => {
    const url = receiver.at("/refused")
    const reader = await AcpAgent.of("admin", "acp:checkout:read")
    const older = await AcpAgent.of()
    older.version = "2026-01-30"
    const codeOf = async (of: AcpAgent, body: object, headers = {}) => {
      const refused = await askWebhooks(of, "", { body, headers })
      return [refused.status, refused.body.code]
    }
    expect(await codeOf(reader, { url })).toEqual([403, "forbidden"])
    expect(await codeOf(older, { url })).toEqual([404, "not_found"])
    expect(await codeOf(agent, { url }, { "idempotency-key": "" })).toEqual([400, "idempotency_key_required"])
    for (const body of [{}, { url: "http://169.254.169.254/" }, { url: "nothing" }, { url, events: ["*"] }])
      expect(await codeOf(agent, body)).toEqual([400, "invalid_params"])
  })

  it("waits while the surface is off, and is listed for the merchant, who cannot ping it [ACP-45]", async () => {
    const { id, path, secret } = await subscribed()
    receiver.answers.set(path, [500])
    await bought()
    await eventually(async () => (at(path).length ? true : undefined))
    await switchSurfaces({ acp_enabled: false })
    await hasten(id)
    await deliverAllDue(id)
    expect(at(path)).toHaveLength(1)
    const { webhook } = await adminGet<{ webhook: object }>(`/admin/agentic-commerce/webhooks/${id}`)
    expect(webhook).toMatchObject({ id, profile: "acp_order", client_id: agent.client_id, waiting: 1 })
    expect((await adminPost(`/admin/agentic-commerce/webhooks/${id}/ping`)).status).toBe(400)
    await switchSurfaces({ acp_enabled: true })
    await runJob("deliver-webhooks")
    await eventsAt(path, secret, isCreate)
  })
})
