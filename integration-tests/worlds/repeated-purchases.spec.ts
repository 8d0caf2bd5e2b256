import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, paymentFor, VERSION } from "../support/acp"
import { Agent } from "../support/agent"
import { ANA, Buyer } from "../support/buyer"
import { createSavedCard } from "../support/cards"
import { closeCatalog, openCatalog } from "../support/catalog"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { lockTable } from "../support/table-lock"
import { loseAnswer } from "../support/lost-answer"
import { callTool } from "../support/mcp"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { changeSettings, refusalsOf } from "../support/policy"
import { attemptsOf, expectNothingBought, limited } from "../support/purchases"
import { reprice } from "../support/reprice"
import { authenticate } from "../support/shopper"
import { everySetting } from "../support/store-keys"

const NEW = { enabled: true, window_seconds: 3600 }

const running = inOwnWorld(everySetting())
let item: string
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true })
  await changeSettings({ duplicate_guard: NEW })
  item = await limited(await openCatalog(), 1000, "Clepsydra")
})
afterAll(closeCatalog)

/** The codes of a checkout's messages. */
const codesOf = ({ messages = [] }: { messages?: readonly { code?: string }[] }) =>
  messages.map(({ code }) => code)

const completed = (buyer: Buyer, id: string) => buyer.checkout(buyer.complete(id))

describe("a UCP checkout", () => {
  const one = () => [[item, 1]] as const satisfies [string, number][]

  it("that equals the previous one is not paid, and names the order and its status, says what to do and is counted [DUP-01, DUP-07, QUO-10]", async () => {
    const buyer = await Buyer.forGuests()
    const first = await buyer.escalated([...one()])
    const [attempt] = await attemptsOf(first.id)
    const { id } = await buyer.ready([...one()])
    const warned = await completed(buyer, id)
    expect([warned.status, codesOf(warned)]).toEqual(["ready_for_complete", ["duplicate_purchase"]])
    const content = warned.messages?.[0]?.content
    expect(content).toContain(`order ${attempt?.shop_order_id}`)
    expect(content).toMatch(
      /requires_action.* To buy the same again, complete this checkout again with a new Idempotency-Key\.$/
    )
    await expectNothingBought(id)
    expect(await refusalsOf(buyer.client_id)).toEqual({ duplicate_purchase: 1 })
  })

  it("is paid when it is completed again after the warning, but not by the same Idempotency-Key [DUP-02, DUP-07]", async () => {
    const buyer = await Buyer.forGuests()
    await buyer.escalated([...one()])
    const { id } = await buyer.ready([...one()])
    const key = { "idempotency-key": `dup-${id}` }
    const warned = await buyer.checkout(buyer.complete(id, key))
    expect(await buyer.checkout(buyer.complete(id, key))).toEqual(warned)
    expect(await refusalsOf(buyer.client_id)).toEqual({ duplicate_purchase: 1 })
    expect(await attemptsOf(id)).toEqual([])
    expect((await completed(buyer, id)).status).toBe("requires_escalation")
  })

  it("gets the same warning when the warned request is repeated after a crash; the next one is paid [DUP-02]", async () => {
    const buyer = await Buyer.forGuests()
    await buyer.escalated([...one()])
    const { id } = await buyer.ready([...one()])
    const key = `dup-${id}`
    const complete = () => buyer.checkout(buyer.complete(id, { "idempotency-key": key }))
    const warned = await complete()
    await loseAnswer(key)
    expect((await complete()).messages).toEqual(warned.messages)
    expect(await attemptsOf(id)).toEqual([])
    expect((await completed(buyer, id)).status).toBe("requires_escalation")
  })

  it("gets the same warning for each completion without an idempotency key [DUP-02]", async () => {
    const buyer = await Buyer.forGuests()
    await buyer.escalated([...one()])
    const { id } = await buyer.ready([...one()])
    const overMcp = async () =>
      (await callTool(buyer.token, "complete_checkout", { id, checkout: {} })).structuredContent
    const overRest = () => buyer.checkout(buyer.send(`${buyer.checkouts}/${id}/complete`, { body: {} }))
    const answers = [await overMcp(), await overMcp(), await overRest()]
    expect(answers.map((answer) => codesOf(answer as object))).toEqual(
      answers.map(() => ["duplicate_purchase"])
    )
    expect(await attemptsOf(id)).toEqual([])
    expect((await completed(buyer, id)).status).toBe("requires_escalation")
  })

  it("is not confirmed by the confirmation of another checkout [DUP-02]", async () => {
    const buyer = await Buyer.forGuests()
    await buyer.escalated([...one()])
    const [first, second] = [await buyer.ready([...one()]), await buyer.ready([...one()])]
    for (const { id } of [first, second])
      expect(codesOf(await completed(buyer, id))).toEqual(["duplicate_purchase"])
    expect((await completed(buyer, first.id)).status).toBe("requires_escalation")
    const [attempt] = await attemptsOf(first.id)
    const warned = await completed(buyer, second.id)
    expect(codesOf(warned)).toEqual(["duplicate_purchase"])
    expect(warned.messages?.[0]?.content).toContain(`order ${attempt?.shop_order_id}`)
    expect(await attemptsOf(second.id)).toEqual([])
    expect((await completed(buyer, second.id)).status).toBe("requires_escalation")
  })

  it("is warned about only after a changed quote was reported [QUO-09]", async () => {
    const buyer = await Buyer.forGuests()
    const own = await limited(await openCatalog(), 10, "Gnomon")
    const { id } = await buyer.ready([[own, 1]])
    await reprice(own, 30)
    await buyer.escalated([[own, 1]])
    expect(codesOf(await completed(buyer, id))).toEqual(["price_changed", "total_changed"])
    expect(codesOf(await completed(buyer, id))).toEqual(["duplicate_purchase"])
    expect(await attemptsOf(id)).toEqual([])
  })

  it("is warned about again when other items equal another purchase [DUP-02]", async () => {
    const buyer = await Buyer.forGuests()
    await buyer.escalated([[item, 2]])
    await buyer.escalated([...one()])
    const { id } = await buyer.ready([...one()])
    expect(codesOf(await completed(buyer, id))).toEqual(["duplicate_purchase"])
    await buyer.update(id, { line_items: [{ item: { id: item }, quantity: 2 }] })
    expect(codesOf(await completed(buyer, id))).toEqual(["duplicate_purchase"])
    expect((await completed(buyer, id)).status).toBe("requires_escalation")
  })

  it("is not confirmed by a request that was sent before the warning [DUP-02]", async () => {
    const buyer = await Buyer.forGuests()
    await buyer.escalated([...one()])
    const { id } = await buyer.ready([...one()])
    const sessions = await lockTable("gw_session")
    const both = Promise.all([completed(buyer, id), completed(buyer, id)])
    await sessions.stopped()
    await sessions.contended()
    await sessions.release()
    expect((await both).map(codesOf)).toEqual([["duplicate_purchase"], ["duplicate_purchase"]])
    expect(await attemptsOf(id)).toEqual([])
  })

  it("is paid at once for another client, buyer or quantity [DUP-03]", async () => {
    const buyer = await Buyer.forGuests()
    await buyer.escalated([...one()])
    const other = await buyer.ready([...one()], { buyer: { ...ANA, email: "ion@buyers.example" } })
    const more = await buyer.ready([[item, 3]])
    const stranger = await Buyer.forGuests()
    const { id } = await stranger.ready([...one()])
    const answers = [completed(buyer, other.id), completed(buyer, more.id), completed(stranger, id)]
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(
      Array.from(answers, () => "requires_escalation")
    )
    const upper = await buyer.ready([...one()], { buyer: { ...ANA, email: ANA.email.toUpperCase() } })
    expect(codesOf(await completed(buyer, upper.id))).toEqual(["duplicate_purchase"])
  })

  it("is paid at once after the first was canceled or declined [DUP-03]", async () => {
    const buyer = await Buyer.forGuests()
    const canceled = await buyer.escalated([...one()])
    await buyer.checkout(buyer.cancel(canceled.id))
    const declined = await buyer.escalated([...one()])
    await authenticate(String(declined.continue_url), "cancel")
    await buyer.becomes(declined.id, "ready_for_complete")
    const { id } = await buyer.ready([...one()])
    expect((await completed(buyer, id)).status).toBe("requires_escalation")
  })

  it("is paid at once after the merchant's window, and while the rule is off [DUP-04]", async () => {
    const buyer = await Buyer.forGuests()
    const first = await buyer.escalated([...one()])
    const old =
      "update gw_payment set created_at = created_at - interval '3601 seconds' where description = $1"
    await sql(old, [`Checkout ${first.id}`])
    expect((await buyer.escalated([...one()])).status).toBe("requires_escalation")
    const { id } = await buyer.ready([...one()])
    expect(codesOf(await completed(buyer, id))).toEqual(["duplicate_purchase"])
    await changeSettings({ duplicate_guard: { enabled: false } })
    const off = await buyer.escalated([...one()])
    await changeSettings({ duplicate_guard: NEW })
    expect(off.status).toBe("requires_escalation")
  })
})

it("an ACP session that equals the previous one says what to do, and is paid only when it is completed again [DUP-01, DUP-02, QUO-10]", async () => {
  const agent = await AcpAgent.of()
  await agent.escalated([[item, 1]])
  const { id } = await agent.ready([[item, 1]])
  const warned = await agent.session(agent.complete(id))
  expect([warned.status, codesOf(warned)]).toEqual(["not_ready_for_payment", ["conflict"]])
  expect(warned.messages[0]?.content).toMatch(
    /^The same purchase was made moments ago: order \d+\. .* To buy the same again, complete this session again with a new Idempotency-Key\.$/
  )
  expect(await attemptsOf(id)).toEqual([])
  expect((await agent.session(agent.complete(id))).status).toBe("requires_escalation")
})

it("an ACP session gets the same warning for each completion over MCP without an idempotency key [DUP-02]", async () => {
  const agent = await AcpAgent.of()
  await agent.escalated([[item, 1]])
  const { id } = await agent.ready([[item, 1]])
  const args = { meta: { api_version: VERSION }, id, payload: paymentFor(id) }
  for (const _ of [1, 2]) {
    const warned = await callTool(agent.token, "complete_checkout_session", args, "/gw-acp/v1/mcp")
    expect(codesOf(warned.structuredContent as object)).toEqual(["conflict"])
  }
  expect(await attemptsOf(id)).toEqual([])
  expect((await agent.session(agent.complete(id))).status).toBe("requires_escalation")
})

describe("an A2A payment", () => {
  const PAYMENT = { amount: 1500, currency: "EUR", order_reference: "A-1" }
  const SCOPES = ["a2a:payments:create", "a2a:payments:read", "a2a:payments:tokenize"]

  it("that equals the previous one is refused and counted until it names that payment, as the error says [DUP-05, DUP-07]", async () => {
    const agent = await Agent.withScopes(...SCOPES)
    const { artifacts } = await agent.createPayment(PAYMENT)
    const { payment_id, shop_order_id } = artifacts
    const refused = await agent.send("create_payment", PAYMENT)
    expect(refused.body.error).toMatchObject({
      code: -32027,
      message: expect.stringContaining(`confirm_duplicate_of set to ${payment_id}.`) as string,
      data: {
        code: "duplicate_purchase",
        payment_id,
        shop_order_id,
        status: "requires_action",
        confirm_duplicate_of: payment_id,
      },
    })
    const wrong = await agent.send("create_payment", { ...PAYMENT, confirm_duplicate_of: "pay_0" })
    expect(wrong.body.error.data.code).toBe("duplicate_purchase")
    for (const key of ["first", "second"]) {
      const keyed = await agent.send("create_payment", PAYMENT, key)
      expect([key, keyed.body.error.data.code]).toEqual([key, "duplicate_purchase"])
    }
    expect(await refusalsOf(agent.client_id)).toEqual({ duplicate_purchase: 4 })
    const { confirm_duplicate_of } = refused.body.error.data
    const confirmed = await agent.createPayment({ ...PAYMENT, confirm_duplicate_of })
    expect(confirmed.state).toBe("input-required")
    expect((await agent.createPayment({ ...PAYMENT, order_reference: "A-2" })).state).toBe("input-required")
  })

  it("that repeats its idempotency key gets the first task [DUP-05]", async () => {
    const agent = await Agent.withScopes(...SCOPES)
    const first = await agent.send("create_payment", PAYMENT, "once")
    expect((await agent.send("create_payment", PAYMENT, "once")).body.result).toEqual(first.body.result)
  })

  it("waits for an equal one that is being stored, and is then refused and counted [DUP-05, DUP-06, DUP-07]", async () => {
    const agent = await Agent.withScopes(...SCOPES)
    const payments = await lockTable("gw_payment")
    const both = [1, 2].map(() => agent.send("create_payment", PAYMENT))
    await payments.stopped()
    await payments.contended()
    await payments.release()
    const answers = await Promise.all(both)
    const [refused] = answers.flatMap(({ body }) => (body.error ? [body.error.data] : []))
    const [begun] = answers.flatMap(({ body }) => (body.error ? [] : [body.result]))
    expect([begun?.state, refused?.code]).toEqual(["input-required", "duplicate_purchase"])
    expect(refused?.confirm_duplicate_of).toBe(begun?.artifacts.payment_id)
    expect(await refusalsOf(agent.client_id)).toEqual({ duplicate_purchase: 1 })
    expect(await sql("select 1 from gw_payment where client_id = $1", [agent.client_id])).toHaveLength(1)
  })

  it("by a saved card is charged once until the second charge is confirmed [DUP-05]", async () => {
    const agent = await Agent.withScopes(...SCOPES)
    const charge = { token_id: (await createSavedCard(agent)).token_id, amount: 700, currency: "EUR" }
    const { payment_id } = (await agent.send("recurrent_charge", charge)).body.result.artifacts
    const refused = await agent.send("recurrent_charge", charge)
    expect(refused.body.error.data).toMatchObject({ code: "duplicate_purchase", payment_id })
    const again = await agent.send("recurrent_charge", { ...charge, confirm_duplicate_of: payment_id })
    expect(again.body.result.artifacts.payment_id).not.toBe(payment_id)
  })
})

it.each([{ window_seconds: 9 }, { window_seconds: 86_401 }, { enabled: "no" }])(
  "the settings refuse %j [DUP-04]",
  async (duplicate_guard) => {
    await expect(changeSettings({ duplicate_guard })).rejects.toThrow("400")
    const text = JSON.stringify(duplicate_guard)
    const update = sql("update gw_setting set duplicate_guard = duplicate_guard || $1::jsonb", [text])
    await expect(update).rejects.toThrow("gw_setting_duplicate_guard")
  }
)

describe("two servers with one database", () => {
  it("make one of two equal simultaneous purchases, also after a kill, and the other one when it is confirmed [DUP-02, DUP-06]", async () => {
    const crash = new CrashingWorld(running)
    const buyer = await Buyer.forGuests()
    const cut = await buyer.ready([[item, 4]])
    await crash.crashAt("payment_prepared", () => buyer.complete(cut.id))
    const later = await buyer.ready([[item, 4]])
    const warned = await buyer.checkout(buyer.complete(later.id))
    expect(codesOf(warned)).toEqual(["duplicate_purchase"])
    expect(warned.messages?.[0]?.content).toContain("whose order is being placed")
    const second = await running().startSecondStore()
    const both = [await buyer.ready([[item, 5]]), await buyer.ready([[item, 5]])]
    const [payments] = await Promise.all([lockTable("gw_payment")])
    const answers = Promise.all(
      both.map(({ id }, i) => {
        buyer.base_url = i === 0 ? undefined : second
        return buyer.checkout(buyer.complete(id))
      })
    )
    await payments.stopped()
    await payments.contended()
    await payments.release()
    const statuses = (await answers).map(({ status }) => status)
    expect(statuses.sort()).toEqual(["ready_for_complete", "requires_escalation"])
    const bought = await Promise.all(both.map(({ id }) => attemptsOf(id)))
    expect(bought.flat()).toHaveLength(1)
    const refused = bought.findIndex((attempts) => attempts.length === 0)
    buyer.base_url = undefined
    expect((await completed(buyer, String(both[refused]?.id))).status).toBe("requires_escalation")
  })
})

afterEach(() => changeSettings({ duplicate_guard: NEW }))
