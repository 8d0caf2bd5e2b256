import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { amountOf, type Buyer, CARD, type Checkout } from "../support/buyer"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { pauseJob, runJob } from "../support/jobs"
import { capturesOf, orderNumber, timesPlacedEventually } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { openPage, payOn } from "../support/page-shopper"
import { attemptsOf, ordersOf } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { stripe } from "../support/stripe"
import { cardToken, googlePay, placesWith, WALLET_PAGE } from "../support/wallet"
import { world } from "../support/world"

const running = inOwnWorld(WALLET_PAGE)
const crash = new CrashingWorld(running)

let buyer: Buyer
let item: string
let resume: () => Promise<void>

beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Compass"))
  resume = await pauseJob("check-page-payments")
})
afterAll(async () => {
  await resume()
  await closeUcpShop()
})
afterEach(() => stripe.reset())

type Named = Pick<Checkout, "id">

const complete = ({ id }: Named, instrument: object, key: string = randomUUID()) =>
  buyer.send(`${buyer.checkouts}/${id}/complete`, {
    body: { payment: { instruments: [instrument] } },
    headers: { "idempotency-key": key },
  })

const completed = (checkout: Named, instrument: object) => buyer.checkout(complete(checkout, instrument))

let earlier = 0
beforeEach(async () => {
  earlier = (await stripe.state()).intents.length
})

/** Stripe's payments that this test has created. */
const intents = async () => (await stripe.state()).intents.slice(earlier)

const declineOf = async ({ id }: Named) => {
  const rows = await sql<{ code: string | null }>(
    "select decline_code as code from gw_payment where description = $1 order by created_at",
    [`Checkout ${id}`]
  )
  return rows.map(({ code }) => code)
}

/** Expects one order that is paid by one payment of exactly its total at Stripe, and is announced once. */
async function expectBought(checkout: Named): Promise<void> {
  const done = await buyer.becomes(checkout.id, "completed")
  const open = (await ordersOf(checkout.id)).filter(({ status }) => status !== "canceled")
  expect(open).toMatchObject([{ status: "pending" }])
  const order = await orderNumber(open[0]?.display_id ?? 0)
  expect([order.payment_status, capturesOf(order)]).toEqual(["captured", [order.total]])
  expect(await timesPlacedEventually(order)).toBe(1)
  const [amount, session_ids] = [amountOf(done, "total"), await sessionsOf(order.id)]
  const paid = (await intents()).filter(({ metadata }) => session_ids.includes(metadata.session_id ?? ""))
  expect(paid).toMatchObject([{ amount, amount_received: amount, status: "succeeded" }])
}

const sessionsOf = async (order_id: string) => {
  const rows = await sql<{ id: string }>(
    `select s.id from order_payment_collection l
       join payment_session s on s.payment_collection_id = l.payment_collection_id
      where l.order_id = $1`,
    [order_id]
  )
  return rows.map(({ id }) => id)
}

/** Runs the job with the newest payment of a checkout due, as after the waiting time. */
async function check({ id }: Named): Promise<void> {
  const attempt = (await attemptsOf(id)).at(-1)
  await sql("update gw_payment set next_check_at = now() where id = $1", [attempt?.id])
  await runJob("check-page-payments")
}

describe("a checkout that is completed with Google Pay", () => {
  it("is paid at once, with one charge and one order [ROUTE-32]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    expect(await completed(checkout, googlePay(cardToken()))).toMatchObject({ status: "completed" })
    await expectBought(checkout)
    expect((await attemptsOf(checkout.id)).map(({ status }) => status)).toEqual(["captured"])
  })

  it("is paid once when it is completed again, with the same key and with another [ROUTE-33]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    const [instrument, key] = [googlePay(cardToken()), randomUUID()]
    const same = await Promise.all([1, 2, 3].map(() => complete(checkout, instrument, key)))
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200])
    const other = await complete(checkout, googlePay(cardToken()))
    expect([other.status, other.body]).toMatchObject([409, { code: "invalid_state" }])
    await expectBought(checkout)
    expect(await intents()).toHaveLength(1)
  })

  it("is paid once when it is completed five times at the same time [ROUTE-33]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    await Promise.all([1, 2, 3, 4, 5].map(() => complete(checkout, googlePay(cardToken()))))
    await expectBought(checkout)
    expect(await intents()).toHaveLength(1)
  })

  it("continues on the page if the card has to be authenticated [ROUTE-32]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    const waiting = await completed(checkout, googlePay(cardToken("threeDSecure2Required")))
    expect(waiting).toMatchObject({ status: "requires_escalation" })
    const { intent, back } = await openPage(waiting)
    expect((await stripe.intent(intent)).status).toBe("requires_action")
    await stripe.authenticate(intent, true)
    await fetch(back)
    await expectBought(checkout)
  })

  it("can be paid with another card on the page after the authentication has failed [ROUTE-32]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    const waiting = await completed(checkout, googlePay(cardToken("threeDSecure2Required")))
    const { intent } = await openPage(waiting)
    await stripe.authenticate(intent, false)
    await fetch((await payOn(waiting)).back)
    await expectBought(checkout)
  })

  it("is declined, and can be completed again with another token [ROUTE-32]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    const { status, body } = await complete(checkout, googlePay(cardToken("chargeDeclined")))
    expect([status, body]).toMatchObject([
      402,
      { status: "ready_for_complete", messages: [{ code: "payment_failed" }] },
    ])
    expect(await intents()).toMatchObject([{ status: "canceled" }])
    expect(await declineOf(checkout)).toEqual(["do_not_honor"])
    expect(await ordersOf(checkout.id)).toMatchObject([{ status: "canceled", reserved: 0 }])
    await completed(checkout, googlePay(cardToken()))
    await expectBought(checkout)
  })

  it("is declined with a token that was used before or that Stripe does not know [ROUTE-32]", async () => {
    const token = cardToken()
    const first = await buyer.ready([[item, 1]])
    await completed(first, googlePay(token))
    for (const refused of [token, "tok_unknown"]) {
      const checkout = await buyer.ready([[item, 1]])
      expect((await complete(checkout, googlePay(refused))).status).toBe(402)
      expect(await declineOf(checkout)).toEqual(["credential_rejected"])
    }
    expect((await intents()).map(({ status }) => status)).toEqual(["succeeded", "canceled", "canceled"])
    await expectBought(first)
  })

  it.each([
    [{ type: "PAYMENT_GATEWAY", token: "tok_visa" }, "token"],
    [{ type: "PAYMENT_GATEWAY", token: '{"id":"pm_1"}' }, "token"],
    [{ type: "PAYMENT_GATEWAY", token: "null" }, "token"],
    [{ type: "PAYMENT_GATEWAY" }, "token"],
    [{ type: "DIRECT", token: '{"id":"tok_visa"}' }, "type"],
    [undefined, "type"],
  ])("is refused before an order is placed with the credential %j [ROUTE-32]", async (credential, member) => {
    const checkout = await buyer.ready([[item, 1]])
    const { status, body } = await complete(checkout, { ...googlePay("tok_visa"), credential })
    const path = `payment.instruments.0.credential.${member}`
    expect([status, body]).toMatchObject([400, { data: { issues: [{ path }] } }])
    expect(await ordersOf(checkout.id)).toEqual([])
    expect((await buyer.read(checkout.id)).status).toBe("ready_for_complete")
  })

  it("leaves its token in no table and not in the log, whatever its outcome [ROUTE-34]", async () => {
    const cards = ["visa", "chargeDeclined", "threeDSecure2Required"] as const
    const tokens = cards.map((card) => cardToken(card))
    const outcomes: string[] = []
    for (const token of [...tokens, String(tokens[0])]) {
      const { body } = await complete(await buyer.ready([[item, 1]]), googlePay(token))
      outcomes.push((body as unknown as Checkout).status)
    }
    const ready = "ready_for_complete"
    expect(outcomes).toEqual(["completed", ready, "requires_escalation", ready])
    for (const token of tokens) expect([token, await placesWith(token)]).toEqual([token, []])
    expect(await placesWith("gp_1")).not.toEqual([])
  })
})

describe("a charge of Google Pay whose answer is lost", () => {
  it("is recorded, and is not made again [ROUTE-33]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    await stripe.fail({ kind: "lost_answer", call: "/confirm", times: 10 })
    await stripe.deliver("lost")
    await completed(checkout, googlePay(cardToken()))
    await stripe.reset()
    await check(checkout)
    await expectBought(checkout)
    expect(await intents()).toHaveLength(1)
  })

  it("is left to the customer on the page if Stripe has not made it [ROUTE-33]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    await stripe.fail({ kind: "error", call: "/confirm", times: 10 })
    const waiting = await completed(checkout, googlePay(cardToken()))
    expect(waiting.status).toBe("requires_escalation")
    await stripe.reset()
    await fetch((await payOn(waiting)).back)
    await expectBought(checkout)
    expect(await intents()).toHaveLength(1)
  })

  it("is recorded after the store was killed between the charge and its record [ROUTE-33]", async () => {
    await stripe.deliver("lost")
    const checkout = await buyer.ready([[item, 1]])
    const unpaid = await buyer.ready([[item, 1]])
    const keys = [randomUUID(), randomUUID()]
    const instrument = googlePay(cardToken())
    await crash.freezeAt("credential_charged", () => complete(checkout, instrument, keys[0]))
    await crash.freezeAt("page_session_created", () => complete(unpaid, googlePay(cardToken()), keys[1]))
    await sql(
      "update gw_payment set next_check_at = now() + interval '1 hour' where next_check_at is not null"
    )
    await crash.kill()
    await resume()
    resume = await pauseJob("check-page-payments")
    const again = await buyer.checkout(complete(checkout, instrument, keys[0]))
    expect(again.status).toBe("complete_in_progress")
    await Promise.all([check(checkout), check(checkout)])
    await expectBought(checkout)
    await check(unpaid)
    await fetch((await payOn(await buyer.becomes(unpaid.id, "requires_escalation"))).back)
    await check(unpaid)
    await expectBought(unpaid)
    expect(await intents()).toHaveLength(2)
  })
})

describe("Google Pay in the store's profile", () => {
  interface Profile {
    readonly ucp: { readonly payment_handlers: Record<string, [object]> }
  }

  it("is announced in Google's format, with Stripe as its gateway, and in checkouts [ROUTE-35]", async () => {
    const { ucp } = (await (await fetch(`${world().base_url}/.well-known/ucp`)).json()) as Profile
    expect(Object.keys(ucp.payment_handlers)).toHaveLength(2)
    const [handler] = ucp.payment_handlers["com.google.pay"] ?? []
    expect(handler).toEqual({
      id: "google_pay",
      version: "2026-01-23",
      spec: "https://pay.google.com/gp/p/ucp/2026-01-23/",
      schema: "https://pay.google.com/gp/p/ucp/2026-01-23/schemas/config.json",
      available_instruments: [{ type: "card" }],
      config: {
        api_version: 2,
        api_version_minor: 0,
        environment: "TEST",
        merchant_info: { merchant_id: "BCR2DN4TESTONLY", merchant_name: "The Store" },
        allowed_payment_methods: [
          {
            type: "CARD",
            parameters: {
              allowed_auth_methods: ["PAN_ONLY"],
              allowed_card_networks: ["AMEX", "DISCOVER", "JCB", "MASTERCARD", "VISA"],
            },
            tokenization_specification: {
              type: "PAYMENT_GATEWAY",
              parameters: {
                gateway: "stripe",
                "stripe:version": "2018-10-31",
                "stripe:publishableKey": "pk_test_double",
              },
            },
          },
        ],
      },
    })
    const checkout = await buyer.ready([[item, 1]])
    expect(Object.keys(checkout.ucp.payment_handlers ?? {})).toContain("com.google.pay")
    const card = await buyer.checkout(complete(checkout, CARD))
    expect(card.status).toBe("requires_escalation")
  })
})
