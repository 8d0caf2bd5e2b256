import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, ANA, amountOf, BERLIN, CAPABLE, chosen, type Session } from "../support/acp"
import { closeAcpShop, openAcpShop } from "../support/shop"

let agent: AcpAgent
let item: string

beforeAll(async () => {
  ;({ agent, item } = await openAcpShop("Sextant"))
})

afterAll(closeAcpShop)

const cartOf = (quantity: number, more: object = {}) =>
  agent.session(agent.send("/carts", { body: { line_items: [{ id: item, quantity }], ...more } }), 201)
const convert = (cart_id: string, more: object = {}, of = agent) =>
  of.send("/checkout_sessions", {
    body: { cart_id, line_items: [], currency: "eur", capabilities: CAPABLE, ...more },
  })

describe("a session from a cart", () => {
  it("has the items, buyer and amounts of the cart, whatever the body says [ACP-41]", async () => {
    const cart = await cartOf(3, { buyer: ANA })
    const others = { line_items: [{ id: "variant_none", quantity: 9 }], buyer: { email: "eve@example.org" } }
    const session = await agent.session(convert(cart.id, { ...others, currency: cart.currency }), 201)
    expect([session.line_items, session.buyer]).toEqual([cart.line_items, ANA])
    expect(amountOf(session, "total")).toBe(amountOf(cart, "total"))
  })

  it("is one session for a cart, also for twenty conversions at once [ACP-41]", async () => {
    const { id } = await cartOf(1)
    const answers = await Promise.all(Array.from({ length: 20 }, () => convert(id)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201])
  })

  it("is bought once: the cart has no other session afterwards [ACP-41]", async () => {
    const cart = await cartOf(2, { buyer: ANA })
    const fulfillment_details = { name: "Ana Pop", address: BERLIN }
    const begun = await agent.session(convert(cart.id, { fulfillment_details }), 201)
    const bought = await paid(begun)
    expect(bought.status).toBe("completed")
    const { status, body } = await convert(cart.id)
    expect([status, body.code]).toEqual([409, "session_not_modifiable"])
  })

  it("can follow a session that was canceled [ACP-41]", async () => {
    const { id } = await cartOf(1)
    const first = await agent.session(convert(id), 201)
    await agent.session(agent.cancel(first.id))
    expect((await agent.session(convert(id), 201)).id).not.toBe(first.id)
  })

  it("needs a cart of the client, and the version that has carts [ACP-41]", async () => {
    const { id } = await cartOf(1)
    const [stranger, older] = [await AcpAgent.of(), await AcpAgent.of()]
    older.version = "2026-01-30"
    for (const [cart_id, of] of [
      [id, stranger],
      [id, older],
      ["cart_none", agent],
      [(await agent.session(convert(id), 201)).id, agent],
    ] as const)
      expect((await convert(cart_id, {}, of)).status).toBe(404)
    expect((await agent.send("/checkout_sessions", { body: { currency: "eur" } })).status).toBe(400)
  })
})

/** Chooses a shipping option, completes the session, and lets the buyer pay. */
async function paid(session: Session): Promise<Session> {
  await agent.session(agent.update(session.id, chosen(session)))
  return agent.authenticateBuyer(await agent.session(agent.complete(session.id)), "completed")
}
