import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { Buyer, type Checkout } from "../support/buyer"
import { closeCatalog, openCatalog, variant } from "../support/catalog"
import { sql } from "../support/database"
import { handOverCart } from "../support/hand-off"
import { runJob } from "../support/jobs"
import { adminGet } from "../support/merchant"
import { ProfileHost, profileIn } from "../support/profile-host"
import { isGenuine } from "../support/push"
import { type Arrived, Receiver } from "../support/receiver"
import { CARDS, authenticate } from "../support/shopper"
import { type Bought, inAdmin, orderThroughUcp, readOrder } from "../support/ucp-orders"
import { strict } from "../support/ucp-schemas"
import { type Envelope, subscribe, verified } from "../support/webhooks"

let receiver: Receiver
let host: ProfileHost
let buyer: Buyer
let item: string
let secret: string
let lines: [string, number][]

/** The paths of the client's webhook, of its platform, and of another client's webhook. */
const [PATH, UCP_PATH, STRANGER] = ["/orders?of=buyer", "/orders/of/platform?x=1", "/orders?of=stranger"]

beforeAll(async () => {
  const catalog = await openCatalog()
  ;[receiver, host] = await Promise.all([Receiver.listen(), ProfileHost.listen()])
  const { variants } = await catalog.listed({ title: "Astrolabe", variants: [variant(20)] })
  item = String(variants[0]?.id)
  lines = [[item, 2]]
  buyer = await Buyer.forGuests()
  secret = (await subscribe(buyer, receiver.at(PATH))).secret
  await subscribe(await Buyer.forGuests(), receiver.at(STRANGER))
  buyer.agent = { "ucp-agent": `profile="${host.publish(platformProfile())}"` }
})
afterAll(async () => {
  receiver.close()
  host.close()
  await closeCatalog()
})

/** The profile of a platform that subscribes to order events, in version 2026-04-08. */
function platformProfile(): object {
  const names = ["checkout", "fulfillment", "order"].map((name) => `dev.ucp.shopping.${name}`)
  const profile = profileIn("2026-04-08", names) as {
    ucp: { capabilities: Record<string, Record<string, unknown>[]> }
  }
  const [order] = profile.ucp.capabilities["dev.ucp.shopping.order"] ?? []
  if (order) order.config = { webhook_url: receiver.at(UCP_PATH) }
  return profile
}

const envelopeIn = ({ body }: Arrived) => JSON.parse(body) as Envelope
const isAbout = (checkout_id: string) => (one: Arrived) => envelopeIn(one).data.checkout_id === checkout_id

/** The client's events about a checkout and its order, once there is one of each of these types. */
function eventsOf(checkout_id: string, ...types: string[]): Promise<Envelope[]> {
  return eventually(async () => {
    const own = receiver.arrived.filter(({ path, status }) => path === PATH && status === 200)
    const all = own.filter(isAbout(checkout_id)).map((one) => verified(one, secret))
    return types.every((type) => all.some((one) => one.type === type)) ? all : undefined
  })
}

/** The client's newest event of a type. */
async function newest(checkout_id: string, type: string): Promise<Envelope | undefined> {
  return (await eventsOf(checkout_id, type)).filter((one) => one.type === type).at(-1)
}

/** Whether the order in an event has a return with this status. */
const isReturn = ({ order }: Envelope["data"], status: string) =>
  ((order as { adjustments?: { type: string; status: string }[] } | undefined)?.adjustments ?? []).some(
    (one) => one.type === "return" && one.status === status
  )

const typesIn = (all: readonly Envelope[]) => all.map(({ type }) => type)

/** The events about an order, without those of its checkout. */
const ofOrder = (all: readonly Envelope[]) => all.filter(({ type }) => type.startsWith("order."))

interface MedusaOrder {
  readonly items: readonly { readonly id: string; readonly quantity: number }[]
  readonly fulfillments: readonly { readonly id: string }[]
}
const medusaOrder = async (id: string) =>
  (await adminGet<{ order: MedusaOrder }>(`/admin/orders/${id}?fields=*items,*fulfillments`)).order

describe("a client with a webhook", () => {
  let bought: Bought
  let checkout: Checkout
  beforeAll(async () => {
    bought = await orderThroughUcp(buyer, { lines })
    checkout = bought.checkout
  })

  it("gets order.created and order.paid with the complete order, in sequence [EVT-08, SRV-04]", async () => {
    const order = await readOrder(buyer, bought.id)
    const all = await eventsOf(checkout.id, "order.paid", "checkout.completed")
    expect(typesIn(all).sort()).toEqual(["checkout.completed", "order.created", "order.paid"])
    expect(ofOrder(all).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["order.created", 1],
      ["order.paid", 2],
    ])
    const total = order.totals.find(({ type }) => type === "total")?.amount
    for (const { data } of all) {
      expect(data).toMatchObject({
        order_id: Number(bought.id),
        checkout_id: checkout.id,
        status: "captured",
        currency: "EUR",
        captured_amount: total,
        refunded_amount: 0,
      })
      const { ucp: _, ...rest } = strict("2026-04-08").order.parse(data.order)
      const { ucp: __, ...answered } = order
      expect(rest).toEqual(answered)
    }
  })

  it("gets a refund, and other clients get nothing [EVT-08]", async () => {
    expect((await buyer.send(`/orders/${bought.id}/refund`, { body: { amount: 500 } })).status).toBe(200)
    const last = await newest(checkout.id, "order.refunded")
    expect(last?.data).toMatchObject({
      status: "partially_refunded",
      refunded_amount: 500,
      refund: { amount: 500, currency: "EUR" },
    })
    const types = receiver.arrived.filter(({ path }) => path === STRANGER).map((one) => envelopeIn(one).type)
    expect(types).toEqual(["webhook.ping"])
  })

  it("gets a shipment and a delivery from the merchant's admin [EVT-12]", async () => {
    const { order_id } = bought
    const [line] = (await medusaOrder(order_id)).items
    const one = { items: [{ id: line?.id, quantity: 1 }] }
    await inAdmin(`/orders/${order_id}/fulfillments`, one)
    const [parcel] = (await medusaOrder(order_id)).fulfillments
    await inAdmin(`/orders/${order_id}/fulfillments/${parcel?.id}/shipments`, one)
    const shipped = await newest(checkout.id, "order.fulfilled")
    expect(shipped?.data.fulfillment_id).toBe(parcel?.id)
    expect(shipped?.data.order).toMatchObject({ fulfillment: { events: [{ type: "shipped" }] } })
    await inAdmin(`/orders/${order_id}/fulfillments/${parcel?.id}/mark-as-delivered`)
    const delivered = await newest(checkout.id, "order.updated")
    expect(delivered?.data.order).toMatchObject({
      fulfillment: { events: [{ type: "shipped" }, { type: "delivered" }] },
    })
    const sequences = ofOrder(await eventsOf(checkout.id, "order.updated")).map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, n) => n + 1))
  })

  it("gets each change once, however often the sweep runs [EVT-12]", async () => {
    const before = (await eventsOf(checkout.id, "order.updated")).length
    const swept = await sweep(bought.order_id)
    expect(swept).toBe(0)
    expect((await eventsOf(checkout.id, "order.updated")).length).toBe(before)
  })

  it("gets from the sweep what no event reported [EVT-12]", async () => {
    const count = (await eventsOf(checkout.id, "order.fulfilled")).length
    await sql(
      "delete from gw_webhook_event where order_id = $1 and type in ('order.fulfilled', 'order.updated')",
      [bought.order_id]
    )
    expect(await sweep(bought.order_id)).toBe(1)
    await eventually(async () => (await eventsOf(checkout.id)).length === count + 1 || undefined)
    const last = await newest(checkout.id, "order.fulfilled")
    // Sequence numbers are never reused.
    expect(last?.sequence).toBeGreaterThan(5)
  })

  it("gets a return when the goods have arrived, and not before [EVT-12]", async () => {
    const { order_id } = bought
    const [line] = (await medusaOrder(order_id)).items
    const one = { items: [{ id: line?.id, quantity: 1 }] }
    const [place] = await sql<{ id: string }>("select id from stock_location where deleted_at is null")
    const made = await inAdmin<{ return: { id: string } }>("/returns", { order_id, location_id: place?.id })
    const at = `/returns/${made.return.id}`
    await inAdmin(`${at}/request-items`, one)
    await inAdmin(`${at}/request`)
    const pending = await eventually(async () =>
      (await eventsOf(checkout.id)).find(
        ({ type, data }) => type === "order.updated" && isReturn(data, "pending")
      )
    )
    await inAdmin(`${at}/receive`)
    await inAdmin(`${at}/receive-items`, one)
    await inAdmin(`${at}/receive/confirm`)
    const returned = await newest(checkout.id, "order.returned")
    expect(returned?.data).toMatchObject({ return_id: made.return.id })
    expect(isReturn(returned?.data ?? {}, "completed")).toBe(true)
    expect(returned?.sequence).toBeGreaterThan(Number(pending.sequence))
  })

  it("gets a dispute at the bank [EVT-08]", async () => {
    const disputed = await orderThroughUcp(buyer, { lines, card: CARDS.disputed })
    const last = await newest(disputed.checkout.id, "order.disputed")
    const id = expect.stringMatching(/^dsp_/) as string
    expect(last?.data).toMatchObject({
      order_id: Number(disputed.id),
      status: "captured",
      dispute: { id, status: "open", currency: "EUR" },
    })
  })

  it("gets a cancellation and its refund [EVT-08]", async () => {
    const second = await orderThroughUcp(buyer, { lines })
    expect((await buyer.send(`/orders/${second.id}/cancel`, { body: {} })).status).toBe(200)
    const { id } = second.checkout
    const all = await eventsOf(id, "order.canceled", "order.refunded")
    expect(all.filter(({ type }) => type === "order.canceled")).toHaveLength(1)
    const sequences = ofOrder(all).map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, n) => n + 1))
  })

  it("gets a failed payment that led to no order, and the cancellation of its checkout", async () => {
    const { id } = await buyer.ready(lines)
    const { continue_url = "" } = await buyer.checkout(buyer.complete(id))
    await authenticate(continue_url, "approve", CARDS.do_not_honor)
    const [failed] = await eventsOf(id, "order.payment_failed")
    expect(failed?.data).toEqual({
      checkout_id: id,
      decline: { code: expect.any(String) as string, message: expect.any(String) as string },
    })
    await buyer.becomes(id, "ready_for_complete")
    expect((await buyer.cancel(id)).status).toBe(200)
    expect(typesIn(await eventsOf(id, "checkout.canceled"))).toEqual([
      "order.payment_failed",
      "checkout.canceled",
    ])
  })

  it("gets the expiry of a checkout", async () => {
    const { id } = await buyer.ready(lines)
    await sql("update gw_session set expires_at = now() where id = $1", [id])
    await expireNow()
    expect(typesIn(await eventsOf(id, "checkout.expired"))).toEqual(["checkout.expired"])
  })

  it("gets the expiry of a checkout in the storefront only when its cart is no longer followed [ROUTE-09]", async () => {
    const { id } = await buyer.ready(lines)
    await handOverCart(id)
    await sql("update gw_session set expires_at = now() where id = $1", [id])
    await expireNow()
    const events = "select 1 from gw_webhook_event where dedupe_key = 'checkout.expired:' || $1"
    expect(await sql(events, [id])).toEqual([])
    await sql("update gw_storefront_hand_off set next_check_at = null where session_id = $1", [id])
    await expireNow()
    expect(typesIn(await eventsOf(id, "checkout.expired"))).toEqual(["checkout.expired"])
  })
})

describe("the platform whose profile names a webhook URL", () => {
  it("gets its order in UCP's format: complete, with the time of the event, signed [EVT-13]", async () => {
    receiver.answers.set(UCP_PATH, [500])
    const bought = await orderThroughUcp(buyer, { lines })
    const isIts = ({ body }: Arrived) =>
      (JSON.parse(body) as { checkout_id: string }).checkout_id === bought.checkout.id
    const isSecond = (one: Arrived) => isIts(one) && one.headers["x-event-type"] === "order_paid"
    const all = (await receiver.waitFor(UCP_PATH, isSecond)).filter(isIts)
    const [first, second, third] = all
    expect(all.map(({ status, headers }) => [status, headers["x-event-type"]])).toEqual([
      [500, "order_placed"],
      [200, "order_placed"],
      [200, "order_paid"],
    ])
    for (const name of ["webhook-id", "webhook-timestamp", "idempotency-key"])
      expect(second?.headers[name]).toBe(first?.headers[name])
    expect(second?.body).toBe(first?.body)
    expect(third?.headers["webhook-id"]).not.toBe(first?.headers["webhook-id"])
    for (const one of all) {
      expect(strict("2026-04-08").order.parse(JSON.parse(one.body)).id).toBe(bought.id)
      expect(one.headers).not.toHaveProperty("webhook-signature")
      expect(one.headers["signature-input"]).toContain('"ucp-agent"')
      expect(await isGenuine(one, receiver.at(UCP_PATH))).toBe(true)
      expect(await isGenuine({ ...one, body: "{}" }, receiver.at(UCP_PATH))).toBe(false)
    }
    const [row] = await sql<{ at: number }>(
      "select floor(extract(epoch from occurred_at))::int as at from gw_webhook_event where id = $1",
      [first?.headers["webhook-id"]]
    )
    expect(first?.headers["webhook-timestamp"]).toBe(String(row?.at))
  })
})

const expireNow = () => runJob("record-expired-checkouts")

/** The number of events that a sweep of recently changed orders adds for an order. */
async function sweep(order_id: string): Promise<number> {
  const count = async () => (await sql("select from gw_webhook_event where order_id = $1", [order_id])).length
  const before = await count()
  await runJob("sweep-orders")
  return (await count()) - before
}

it("an order is not announced to another client of its customer, whatever its scopes [OWN-05]", async () => {
  const [own, reader] = [
    await Buyer.forCustomer(),
    await Buyer.withScopes(
      "dev.ucp.shopping.order:read",
      "dev.ucp.shopping.order.all:read",
      "dev.ucp.shopping.order:manage"
    ),
  ]
  for (const client of [own, reader]) await subscribe(client, receiver.at(`/orders?of=${client.client_id}`))
  const { id, order_id } = await orderThroughUcp(own, { lines })
  expect((await readOrder(reader, id)).id).toBe(id)
  const receivers = await sql<{ client_id: string }>(
    `select distinct s.client_id from gw_webhook_delivery d
       join gw_webhook_subscription s on s.id = d.subscription_id
       join gw_webhook_event e on e.id = d.event_id where e.order_id = $1`,
    [order_id]
  )
  expect(receivers).toEqual([{ client_id: own.client_id }])
})
