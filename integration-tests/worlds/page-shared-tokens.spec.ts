import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, amountOf, messageCodes, type Session, SUPPORTED } from "../support/acp"
import { capturesOf, orderNumber, timesPlacedEventually } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { openPage, payOn } from "../support/page-shopper"
import { ordersOf } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { stripe } from "../support/stripe"
import { grantToken, placesWith, sharedToken, type TestCard, WALLET_PAGE } from "../support/wallet"
import { world } from "../support/world"

inOwnWorld(WALLET_PAGE)

let item: string
let agent: AcpAgent

beforeAll(async () => {
  ;({ item } = await openUcpShop("Astrolabe"))
  await switchSurfaces({ acp_enabled: true })
  agent = await AcpAgent.of()
})
afterAll(async () => {
  await switchSurfaces({ acp_enabled: false })
  await closeUcpShop()
})

/** A session that is ready for payment, and a token for exactly its total. */
async function readyWith(card: TestCard = "visa", by = agent) {
  const session = await by.ready([[item, 1]])
  return { session, token: await grantToken(amountOf(session, "total"), card) }
}

const completed = (session: Session, token: string, by = agent) =>
  by.session(by.complete(session.id, sharedToken(token)))

/** Expects one order that is paid with exactly the session's total, and is announced once. */
async function expectBought({ id }: Session): Promise<void> {
  const done = await agent.becomes(id, "completed")
  const open = (await ordersOf(id)).filter(({ status }) => status !== "canceled")
  expect(open).toMatchObject([{ display_id: Number(done.order?.id) }])
  const order = await orderNumber(Number(done.order?.id))
  expect([order.payment_status, capturesOf(order)]).toEqual(["captured", [order.total]])
  expect(Math.round(order.total * 100)).toBe(amountOf(done, "total"))
  expect(await timesPlacedEventually(order)).toBe(1)
}

describe("a session that is completed with a shared payment token", () => {
  it.each(SUPPORTED)("is paid at once in %s [ROUTE-36]", async (version) => {
    agent.version = version
    const { session, token } = await readyWith()
    const handlers = session.capabilities.payment.handlers
    expect(handlers.map(({ id }) => id)).toEqual(["gw_redirect", "gw_shared_payment_token"])
    expect(handlers[1]).toMatchObject({
      name: "dev.acp.tokenized.card",
      requires_delegate_payment: true,
      requires_pci_compliance: false,
      psp: "stripe",
      config: { merchant_id: "profile_test_1", psp: "stripe" },
    })
    expect((await completed(session, token)).status).toBe("completed")
    await expectBought(session)
    agent.version = SUPPORTED[0]
  })

  it("is charged once when it is completed again [ROUTE-33]", async () => {
    const { session, token } = await readyWith()
    const headers = { "idempotency-key": randomUUID() }
    const completing = () => agent.complete(session.id, sharedToken(token), headers)
    const answers = await Promise.all([1, 2, 3].map(completing))
    for (const { status, body } of answers)
      expect(status === 200 || body.code === "idempotency_in_flight").toBe(true)
    expect((await agent.session(completing())).status).toBe("completed")
    const other = await agent.complete(session.id, sharedToken(token))
    expect([other.status, other.body.code]).toEqual([409, "session_not_modifiable"])
    await expectBought(session)
  })

  it("continues on the page if the card has to be authenticated [ROUTE-36]", async () => {
    const { session, token } = await readyWith("threeDSecure2Required")
    const waiting = await completed(session, token)
    expect(waiting.status).toBe("requires_escalation")
    const { intent, back } = await openPage(waiting)
    await stripe.authenticate(intent, true)
    await fetch(back)
    await expectBought(session)
  })

  it("is declined, and can be paid on the page or with another token [ROUTE-36]", async () => {
    const { session, token } = await readyWith("chargeDeclined")
    const small = await grantToken(amountOf(session, "total") - 1)
    for (const refused of [token, small, "spt_unknown"]) {
      const declined = await completed(session, refused)
      expect([declined.status, messageCodes(declined)]).toEqual([
        "ready_for_payment",
        ["error payment_declined $.payment_data"],
      ])
      expect(await placesWith(refused)).toEqual([])
    }
    const waiting = await agent.session(agent.complete(session.id))
    await fetch((await payOn(waiting)).back)
    await expectBought(session)
    const used = await grantToken(amountOf(session, "total"))
    await completed(await agent.ready([[item, 1]]), used)
    const again = await agent.ready([[item, 1]])
    expect(messageCodes(await completed(again, used))).toEqual(["error payment_declined $.payment_data"])
    expect(await placesWith(used)).toEqual([])
  })

  it.each([
    [{ type: "spt", token: "vt_1" }, "token"],
    [{ type: "session", token: "spt_1" }, "type"],
  ])("is refused before an order is placed with the credential %j [ROUTE-36]", async (credential, member) => {
    const { id } = await agent.ready([[item, 1]])
    const { payment_data } = sharedToken("spt_1")
    const instrument = { ...payment_data.instrument, credential }
    const { status, body } = await agent.complete(id, { payment_data: { ...payment_data, instrument } })
    expect([status, body.param]).toEqual([400, `$.payment_data.instrument.credential.${member}`])
    expect(await ordersOf(id)).toEqual([])
  })

  it("has a handler whose documents the store serves [ROUTE-36]", async () => {
    const { session } = await readyWith()
    const handler = session.capabilities.payment.handlers[1] as unknown as {
      readonly spec: string
      readonly config_schema: string
      readonly instrument_schemas: readonly string[]
    }
    for (const url of [handler.spec, handler.config_schema, ...handler.instrument_schemas]) {
      expect(url.startsWith(world().base_url)).toBe(true)
      expect([url, (await fetch(url)).status]).toEqual([url, 200])
    }
  })
})
