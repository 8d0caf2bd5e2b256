import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { isGenuine } from "../support/push"
import { Receiver } from "../support/receiver"
import {
  deliveriesOf,
  forged,
  isVerifiedBy,
  newestThat,
  removed,
  shown,
  subscribe,
  verified,
} from "../support/webhooks"
import { closeReceiver, freshPath, openReceiver, subscribed } from "../support/webhook-clients"
import { callUcp, refusal, ucpToken } from "../support/ucp"

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
async function alone(answers: number[] = []) {
  const one = await subscribed(receiver, answers)
  buyer = one.buyer
  return one
}

describe("a webhook", () => {
  it("is registered with a secret that is shown once, listed without it, and deleted [UCP-40, UCP-41]", async () => {
    const { id, secret, path } = await alone()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const listed = await shown(buyer, id)
    expect(listed).toMatchObject({ id, url: receiver.at(path), events: ["*"], status: "active" })
    expect(JSON.stringify(listed)).not.toContain("whsec_")
    const [row] = await sql<{ secret: string }>("select secret from gw_webhook_subscription where id = $1", [
      id,
    ])
    expect(row?.secret).not.toContain(secret.slice(6, 20))
    expect(await removed(buyer, id)).toBe(204)
    expect(await shown(buyer, id)).toBeUndefined()
  })

  it("is not registered by the query of a request without a body, which no idempotency key covers [UCP-40]", async () => {
    const headers = { "idempotency-key": randomUUID() }
    const url = encodeURIComponent(receiver.at(freshPath()))
    const { status } = await buyer.send(`/webhooks?url=${url}`, { method: "POST", body: "", headers })
    expect(status).toBe(400)
  })

  it("gets a ping at once, with a signature for the standard library and one by the store's key [EVT-08]", async () => {
    const { id, secret, path } = await alone()
    const [arrived] = await receiver.waitFor(path, isDone)
    if (!arrived) throw new Error("nothing has arrived")
    const envelope = verified(arrived, secret)
    expect(envelope).toMatchObject({ type: "webhook.ping", sequence: 1, data: { webhook_id: id } })
    expect(arrived.headers).toMatchObject({
      "webhook-id": envelope.id,
      "content-type": "application/json",
      "user-agent": "gw-webhooks/1",
    })
    expect(await isGenuine(arrived, receiver.at(path))).toBe(true)
    expect(await isGenuine({ ...arrived, body: `${arrived.body} ` }, receiver.at(path))).toBe(false)
    expect(isVerifiedBy(forged(arrived.body, arrived), secret)).toBe(false)
    expect(isVerifiedBy({ ...arrived, body: `${arrived.body} ` }, secret)).toBe(false)
  })

  it.each([
    ["no address", {}, "url"],
    ["an invalid address", { url: "agent.example" }, "url"],
    ["another scheme", { url: "ftp://agent.example/" }, "url"],
    ["an address with a user name", { url: "https://me@agent.example/" }, "url"],
    ["an unknown event", { url: "https://agent.example/", events: ["order.payed"] }, "events.0"],
    ["no event", { url: "https://agent.example/", events: [] }, "events"],
    ["an unknown member", { url: "https://agent.example/", event: ["order.paid"] }, "event"],
  ])("is rejected with %s, and the answer names the member [UCP-40, ERR-13]", async (_, body, path) => {
    const answer = await buyer.send("/webhooks", { body })
    const issues = expect.arrayContaining([{ path, message: expect.any(String) as string }]) as object
    expect([answer.status, answer.body]).toEqual([400, refusal("invalid_params", 400, { issues })])
  })

  it("is the same one when it is registered again, and an eleventh one is rejected", async () => {
    const { id, path } = await alone()
    const again = await buyer.send("/webhooks", { body: { url: receiver.at(path), events: ["*"] } })
    expect([again.status, again.body.id, again.body.secret]).toEqual([200, id, undefined])
    const others = Array.from({ length: 9 }, () => subscribe(buyer, receiver.at(freshPath())))
    await Promise.all(others)
    const eleventh = await buyer.send("/webhooks", { body: { url: receiver.at(freshPath()) } })
    expect([eleventh.status, eleventh.body.code]).toEqual([400, "invalid_params"])
  })

  it("is hidden from other clients, which get a 404 [UCP-41]", async () => {
    const { id } = await alone()
    const [delivery] = (await deliveriesOf(buyer, id)).deliveries
    const stranger = await Buyer.forGuests()
    const requests = [
      stranger.send(`/webhooks/${id}/ping`),
      stranger.send(`/webhooks/${id}/rotate-secret`),
      stranger.get(`/webhooks/${id}/deliveries`),
      stranger.send(`/webhooks/${id}/deliveries/${delivery?.id}/retry`),
    ]
    expect(await removed(stranger, id)).toBe(404)
    for (const { status, body } of await Promise.all(requests))
      expect([status, body.code]).toEqual([404, "not_found"])
    expect((await stranger.get("/webhooks")).body.webhooks).toEqual([])
    expect(await shown(buyer, id)).toBeDefined()
  })

  it("requires the scope to manage orders [AUTH-06]", async () => {
    const token = await ucpToken("dev.ucp.shopping.order:read")
    const { status, body } = await callUcp("/gw-ucp/v1/webhooks", token)
    expect([status, body.data]).toEqual([
      403,
      expect.objectContaining({ required_scope: "dev.ucp.shopping.order:manage" }),
    ])
  })

  it("is registered once per idempotency key, and the stored response with its secret is encrypted", async () => {
    buyer = await Buyer.forGuests()
    const key = randomUUID()
    const sent = { body: { url: receiver.at(freshPath()) }, headers: { "idempotency-key": key } }
    const all = await Promise.all([1, 2, 3].map(() => buyer.send("/webhooks", sent)))
    for (const { status, body } of all) expect([status, body]).toEqual([201, all[0]?.body])
    expect(all[0]?.body.secret).toMatch(/^whsec_/)
    const stored = await sql<{ answer: { body: string } }>(
      "select answer from gw_idempotency where key = $1",
      [key]
    )
    expect(stored).toHaveLength(1)
    expect(stored[0]?.answer.body).toMatch(/^v1\./)
    const other = await buyer.send("/webhooks", { ...sent, body: { url: receiver.at(freshPath()) } })
    expect([other.status, other.body.code]).toEqual([409, "idempotency_conflict"])
  })

  it("lists its deliveries page by page, newest first", async () => {
    const { id } = await alone()
    for (let n = 0; n < 4; n++) expect((await ping(id)).status).toBe(202)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    const first = await deliveriesOf(buyer, id, "?limit=3")
    const rest = await deliveriesOf(buyer, id, `?limit=3&cursor=${first.pagination.cursor}`)
    const all = [...first.deliveries, ...rest.deliveries]
    expect(all.map(({ state, type }) => [state, type])).toEqual(all.map(() => ["delivered", "webhook.ping"]))
    expect(new Set(all.map((one) => one.id)).size).toBe(5)
    expect([first.pagination.has_next_page, rest.pagination.has_next_page]).toEqual([true, false])
    expect((await buyer.get(`/webhooks/${id}/deliveries?cursor=x`)).status).toBe(400)
  })
})
