import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, ANA, amountOf, messageCodes } from "../support/acp"
import { newCustomer } from "../support/privacy"
import { closeAcpShop, openAcpShop } from "../support/shop"

let agent: AcpAgent
let item: string

beforeAll(async () => {
  ;({ agent, item } = await openAcpShop("Nocturlabe"))
})

afterAll(closeAcpShop)

const lines = (quantity: number, id = item) => ({ line_items: [{ id, quantity }] })
const create = (body: object, of = agent) => of.session(of.send("/carts", { body }), 201)
const read = (id: string, of = agent) => of.send(`/carts/${id}`, { method: "GET" })

describe("a cart", () => {
  it("is created with estimated totals, and read as it is [ACP-40]", async () => {
    const cart = await create({ ...lines(2), buyer: ANA, locale: "de-DE" })
    expect([cart.currency.length, cart.line_items, amountOf(cart, "fulfillment")]).toMatchObject([
      3,
      [{ item: { id: item }, quantity: 2 }],
      0,
    ])
    expect(amountOf(cart, "total")).toBeGreaterThan(0)
    expect(cart).not.toHaveProperty("status")
    expect(cart.buyer).toEqual(ANA)
    expect((await read(cart.id)).body).toEqual(cart)
  })

  it.each(["POST", "PUT"])(
    "is replaced by %s: its lines, and the buyer that is not sent [ACP-40]",
    async (method) => {
      const cart = await create({ ...lines(1), buyer: ANA })
      const path = `/carts/${cart.id}`
      const headers = { "idempotency-key": randomUUID(), "content-type": "application/json" }
      const changed = await agent.session(agent.send(path, { method, body: lines(3), headers }))
      expect([changed.line_items[0]?.id, changed.line_items[0]?.quantity, changed.buyer]).toEqual([
        cart.line_items[0]?.id,
        3,
        undefined,
      ])
      expect(amountOf(changed, "total")).toBe(3 * amountOf(cart, "total"))
      const again = await agent.send(path, { method, body: lines(3), headers })
      expect([again.headers.get("idempotent-replayed"), again.body]).toEqual(["true", changed])
      for (const body of [{}, { line_items: [] }, { buyer: ANA }])
        expect((await agent.send(path, { method, body })).status).toBe(400)
      expect((await read(cart.id)).body).toEqual(changed)
    }
  )

  it("lowers a quantity and leaves out what is not sold, with a message [ACP-40]", async () => {
    const cart = await create({ line_items: [{ id: item, quantity: 1_000_000 }, { id: "variant_none" }] })
    expect(messageCodes(cart)).toEqual([
      "warning limited_availability $.line_items[0].quantity",
      "error not_found $.line_items",
    ])
    const { status, body } = await agent.send("/carts", { body: lines(1, "variant_none") })
    expect([status, body.code]).toEqual([400, "invalid_item_id"])
  })

  it("is returned a last time when it is canceled, and then no longer exists [ACP-40]", async () => {
    const cart = await create(lines(1))
    const headers = { "idempotency-key": randomUUID() }
    const cancel = () => agent.send(`/carts/${cart.id}/cancel`, { headers })
    const canceled = await cancel()
    expect([canceled.status, canceled.body]).toEqual([200, cart])
    expect((await cancel()).body).toEqual(cart)
    for (const answer of [read(cart.id), agent.send(`/carts/${cart.id}`, { body: lines(1) })])
      expect((await answer).status).toBe(404)
    expect((await agent.send(`/carts/${cart.id}/cancel`)).status).toBe(404)
  })

  it("belongs to its client, and is no session [ACP-40]", async () => {
    const { id } = await create(lines(1))
    const stranger = await AcpAgent.of()
    const customers = await AcpAgent.of(await newCustomer())
    for (const other of [stranger, customers]) {
      expect((await read(id, other)).status).toBe(404)
      expect((await other.send(`/carts/${id}`, { body: lines(2) })).status).toBe(404)
      expect((await other.send(`/carts/${id}/cancel`)).status).toBe(404)
    }
    expect((await agent.send(`/checkout_sessions/${id}`, { method: "GET" })).status).toBe(404)
    expect((await read((await agent.ready([[item, 1]])).id)).status).toBe(404)
    expect((await read(id)).status).toBe(200)
  })

  it("needs the scopes of sessions, and a key [ACP-40]", async () => {
    const reader = await AcpAgent.of("admin", "acp:checkout:read")
    const { status, body } = await reader.send("/carts", { body: lines(1) })
    expect([status, body.code]).toEqual([403, "forbidden"])
    const headers = { "idempotency-key": undefined }
    const keyless = await agent.send("/carts", { body: lines(1), headers })
    expect([keyless.status, keyless.body.code]).toEqual([400, "idempotency_key_required"])
  })

  it("does not exist in 2026-01-30 [ACP-40]", async () => {
    const { id } = await create(lines(1))
    const older = await AcpAgent.of()
    older.version = "2026-01-30"
    expect((await older.send("/carts", { body: lines(1) })).status).toBe(404)
    expect((await read(id, older)).status).toBe(404)
  })
})
