import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { App } from "../support/app"
import { amountOf, Buyer, CARD, type Checkout } from "../support/buyer"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { pauseJob, runJob } from "../support/jobs"
import { loseAnswer } from "../support/lost-answer"
import { orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { payOn, receivedFor, STRIPE_PAGE } from "../support/page-shopper"
import { erase, erasureIn, type NewCustomer, newCustomer } from "../support/privacy"
import { attemptsOf, ordersOf } from "../support/purchases"
import { allowedToCharge, charging, consentTo, mandate } from "../support/saved-cards"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { CARDS, stripe, stripeKeys } from "../support/stripe"
import { saveAtStripe } from "../support/stripe-customer"
import { blockUpdates } from "../support/table-lock"

const running = inOwnWorld({ ...STRIPE_PAGE, ...stripeKeys() })
const crash = new CrashingWorld(running)

let ana: NewCustomer
let buyer: Buyer
let item: string
/** What one unit costs, in minor units. */
let total: number
let resume: () => Promise<void>

beforeAll(async () => {
  ;({ item } = await openUcpShop("Quadrant"))
  await switchSurfaces({ app_enabled: true })
  resume = await pauseJob("check-page-payments")
})
beforeEach(async () => {
  ana = await newCustomer()
  buyer = await allowedToCharge(ana)
  total = amountOf(await ready(), "total")
})
afterEach(() => stripe.reset())
afterAll(async () => {
  await resume()
  await switchSurfaces({ app_enabled: false })
  await closeUcpShop()
})

const ready = (by = buyer) => by.ready([[item, 1]])

/** The saved cards that a checkout lists, as instruments. */
const listedIn = ({ payment }: Checkout) => payment?.instruments ?? []

/** A customer's saved card, by its id in their checkouts. */
async function saved(card: keyof typeof CARDS = "approved", by = buyer, person = ana): Promise<string> {
  const method = await saveAtStripe(person, card)
  const [listed] = listedIn(await ready(by))
  expect(JSON.stringify(listed)).not.toContain(method)
  return String(listed?.id)
}

const charge = async (token: string, key?: string) =>
  buyer.checkout(charging(buyer, (await ready()).id, token, key))

/** Expects one order, paid by one payment at Stripe of the total, and announced once. */
async function expectBought(checkout: Pick<Checkout, "id">): Promise<void> {
  const completed = await buyer.becomes(checkout.id, "completed")
  const open = (await ordersOf(checkout.id)).filter(({ status }) => status !== "canceled")
  expect(open).toHaveLength(1)
  const order = await orderNumber(Number(completed.order?.id))
  expect([order.display_id, order.payment_status, timesPlaced(order)]).toEqual([
    open[0]?.display_id,
    "captured",
    1,
  ])
  expect(await receivedFor(checkout)).toEqual([amountOf(completed, "total")])
}

/** The checkout needs the customer, nothing was charged, and they then pay on the store's page. */
async function expectForCustomer(checkout: Checkout): Promise<void> {
  expect([checkout.status, await receivedFor(checkout)]).toEqual(["requires_escalation", [0]])
  await fetch((await payOn(checkout)).back)
  await expectBought(checkout)
}

/** The saved card that the payment of a checkout names as charged. */
async function chargedFor({ id }: Pick<Checkout, "id">) {
  const [attempt] = await attemptsOf(id)
  const [row] = await sql("select card_token_id, card_last4 from gw_payment where id = $1", [attempt?.id])
  return row
}

/** Runs the job with the payments of a checkout due. */
async function check({ id }: Pick<Checkout, "id">): Promise<void> {
  const ids = (await attemptsOf(id)).map((attempt) => attempt.id)
  await sql("update gw_payment set next_check_at = now() where id = any($1)", [ids])
  await runJob("check-page-payments")
}

/** Kills the store and starts it again. No payment is checked before `check`. */
async function kill(): Promise<void> {
  await sql("update gw_payment set next_check_at = now() + interval '1 hour' where next_check_at is not null")
  await crash.kill()
  await resume()
  resume = await pauseJob("check-page-payments")
}

/** Locks the payments of a checkout's order, as another server that opens its page. Returns the release. */
async function lockPaymentsOf({ id }: Pick<Checkout, "id">): Promise<() => Promise<void>> {
  await sql(
    `insert into gw_cart_lock (cart_id, holder, leased_until)
     select 'payments of ' || order_id, $2, now() + interval '2 minutes' from gw_payment where description = $1
     on conflict (cart_id) do update set holder = excluded.holder, leased_until = excluded.leased_until`,
    [`Checkout ${id}`, `hold_${id}`]
  )
  return async () => void (await sql("delete from gw_cart_lock where holder = $1", [`hold_${id}`]))
}

/** Resolves when the store waits for a lock of the plugin. */
async function untilPolled(): Promise<void> {
  const [now] = await sql<{ at: Date }>("select clock_timestamp() as at")
  const polling = `select 1 from pg_stat_activity where datname = current_database()
    and query like 'insert into gw_cart_lock%' and query_start > $1`
  await eventually(async () => (await sql(polling, [now?.at])).length > 0 || undefined)
}

/** The secret of a checkout's payment at Stripe, with which the customer confirms it. */
async function secretOf({ id }: Pick<Checkout, "id">): Promise<string> {
  const [row] = await sql<{ secret: string }>(
    `select s.data ->> 'client_secret' as secret from gw_payment p
       join order_payment_collection l on l.order_id = p.order_id and l.deleted_at is null
       join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
      where p.description = $1 and s.provider_id = 'pp_stripe_stripe'`,
    [`Checkout ${id}`]
  )
  return String(row?.secret)
}

describe("the cards that a customer has saved at the provider of the store's page", () => {
  it("are listed for a client that may charge them, as a bank's saved cards [ROUTE-44]", async () => {
    await saveAtStripe(ana)
    const checkout = await ready()
    const card = { handler_id: CARD.handler_id, type: "card" }
    const display = { brand: "visa", last_digits: "4242", expiry_month: 12, expiry_year: 2040 }
    expect(listedIn(checkout)).toEqual([{ id: expect.stringMatching(/^card_/), ...card, display }])
    expect(listedIn(await buyer.read(checkout.id))).toEqual(listedIn(checkout))
    expect(listedIn(await ready())).toEqual(listedIn(checkout))
  })

  it("are not listed without such a consent, for other customers and for guests [ROUTE-44]", async () => {
    await saveAtStripe(ana)
    const others = [
      await Buyer.forPerson(ana),
      await allowedToCharge(await newCustomer()),
      await Buyer.forGuests(),
    ]
    for (const other of others) expect(listedIn(await ready(other))).toEqual([])
    await consentTo(buyer.client_id, [mandate({ currency: "RON" })])
    expect(listedIn(await ready())).toEqual([])
  })

  it("are no longer listed when the customer removes them there, or for this client [ROUTE-44]", async () => {
    const method = await saveAtStripe(ana)
    const [first] = listedIn(await ready())
    await stripe.removeCard(method)
    expect(listedIn(await ready())).toEqual([])
    await saveAtStripe(ana)
    const [second] = listedIn(await ready())
    expect(second?.id).not.toBe(first?.id)
    const app = await App.of(ana)
    expect((await app.send("DELETE", `/cards/${second?.id}`)).status).toBe(204)
    expect(listedIn(await ready())).toEqual([])
    expect(listedIn(await ready(await allowedToCharge(ana)))).toHaveLength(1)
  })

  it("are listed again when Stripe lists them again, unless the customer has ended them here [ROUTE-44]", async () => {
    const card = await saved()
    const isListed = async () => listedIn(await ready()).some(({ id }) => id === card)
    await sql("update gw_card_token set status = 'revoked' where id = $1", [card])
    expect(await isListed()).toBe(true)
    await sql("update gw_card_token set status = 'revoked' where id = $1", [card])
    const app = await App.of(ana)
    expect((await app.send("DELETE", `/cards/${card}`)).status).toBe(204)
    expect(await isListed()).toBe(false)
  })

  it("stay as they are while Medusa has no account of the customer at Stripe [ROUTE-44]", async () => {
    const card = await saved()
    const unlink = "update customer_account_holder set deleted_at = now() where customer_id = $1"
    await sql(unlink, [ana.id])
    expect(listedIn(await ready()).map(({ id }) => id)).toEqual([card])
  })

  it("are listed however many cards in another currency are stored [ROUTE-44]", async () => {
    const card = await saved()
    const checkout = await ready()
    await sql(
      `insert into gw_card_token
       select other.* from gw_card_token k, generate_series(1, 21) n, jsonb_populate_record(k, jsonb_build_object(
         'id', k.id || n, 'merchant_reference', k.merchant_reference || n, 'provider_method_id', 'pm_' || n,
         'currency', 'RON', 'created_at', now())) other
        where k.id = $1`,
      [card]
    )
    expect(listedIn(await buyer.read(checkout.id)).map(({ id }) => id)).toEqual([card])
  })

  it("are ended, without their ids at Stripe, when the customer is erased [ROUTE-44]", async () => {
    const card = await saved()
    await erasureIn(erase({ id: ana.id }))
    expect(
      await sql("select status, provider_method_id, next_check_at from gw_card_token where id = $1", [card])
    ).toEqual([{ status: "revoked", provider_method_id: null, next_check_at: null }])
  })

  it("stay as they are while Stripe does not list them [ROUTE-44]", async () => {
    const card = await saved()
    await stripe.fail({ kind: "error", call: "GET /v1/customers", times: 20 })
    expect(listedIn(await ready()).map(({ id }) => id)).toEqual([card])
  })
})

describe("a checkout that is completed with a card saved at Stripe", () => {
  it("is charged within the mandate without the customer [ROUTE-45]", async () => {
    const card = await saved()
    const checkout = await charge(card)
    expect(checkout.status).toBe("completed")
    await expectBought(checkout)
    await consentTo(buyer.client_id, [mandate({ max_per_charge: total })])
    expect((await charge(card)).status).toBe("completed")
  })

  it("needs the customer above the maximum per charge and per month [ROUTE-45]", async () => {
    const card = await saved()
    await consentTo(buyer.client_id, [mandate({ max_per_charge: total - 1 })])
    await expectForCustomer(await charge(card))
    await consentTo(buyer.client_id, [mandate({ max_per_month: total })])
    expect((await charge(card)).status).toBe("completed")
    await expectForCustomer(await charge(card))
  })

  it("needs the customer once their consent is withdrawn while another one is left [ROUTE-45]", async () => {
    const card = await saved()
    const { id } = await ready()
    await sql(
      `insert into gw_oauth_grant (id, client_id, actor_type, actor_id, scopes, resource)
       select id || '_2', client_id, actor_type, actor_id, scopes, resource from gw_oauth_grant where client_id = $1`,
      [buyer.client_id]
    )
    await sql("update gw_oauth_grant set authorization_details = null where client_id = $1", [
      buyer.client_id,
    ])
    await expectForCustomer(await buyer.checkout(charging(buyer, id, card)))
  })

  it("fits the month once when two arrive at once with two cards [ROUTE-45]", async () => {
    await saveAtStripe(ana)
    await saveAtStripe(ana)
    await consentTo(buyer.client_id, [mandate({ max_per_month: total })])
    const checkouts = [await ready(), await ready()]
    const [first, second] = listedIn(checkouts[0]!).map(({ id }) => id)
    const answers = await Promise.all(
      [first, second].map((card, i) => buyer.checkout(charging(buyer, checkouts[i]!.id, String(card))))
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(["completed", "requires_escalation"])
    await expectForCustomer(answers.find(({ status }) => status === "requires_escalation")!)
  })

  it("continues on the page if the issuer wants authentication, which counts for no month [ROUTE-45]", async () => {
    const card = await saved("authenticated")
    await consentTo(buyer.client_id, [mandate({ max_per_month: total })])
    const checkout = await charge(card)
    await expectForCustomer(checkout)
    expect(await ordersOf(checkout.id)).toHaveLength(1)
    await saveAtStripe(ana)
    const { id, ...listed } = await ready()
    const other = listedIn({ id, ...listed }).find((one) => one.id !== card)
    expect((await buyer.checkout(charging(buyer, id, String(other?.id)))).status).toBe("completed")
  })

  it("is answered with 402 after a decline, and can be paid on the page [ROUTE-45]", async () => {
    const card = await saved("declined_later")
    const { id } = await ready()
    const { status, body } = await charging(buyer, id, card)
    expect([status, body]).toMatchObject([402, { messages: [{ code: "payment_failed" }] }])
    expect((await ordersOf(id)).map((order) => [order.status, order.reserved])).toEqual([["canceled", 0]])
    await fetch((await payOn(await buyer.checkout(buyer.complete(id)))).back)
    await expectBought({ id })
  })

  it("is answered with 402 if the customer has removed the card at Stripe since [ROUTE-45]", async () => {
    const method = await saveAtStripe(ana)
    const { id, ...listed } = await ready()
    const [card] = listedIn({ id, ...listed })
    await stripe.removeCard(method)
    const { status, body } = await charging(buyer, id, String(card?.id))
    expect([status, body]).toMatchObject([402, { data: { decline_code: "token_not_active" } }])
    expect((await ordersOf(id)).map((order) => order.status)).toEqual(["canceled"])
  })

  it("refuses a card of another customer, an unknown one and one that was removed [ROUTE-45]", async () => {
    const other = await newCustomer()
    const foreign = await saved("approved", await allowedToCharge(other), other)
    const removed = await saved()
    const { id } = await ready()
    await sql("update gw_card_token set status = 'revoked' where id = $1", [removed])
    for (const token of [foreign, removed, "card_none"]) {
      const { status, body } = await charging(buyer, id, token)
      expect([status, body.data]).toMatchObject([
        400,
        { issues: [{ path: "payment.instruments.0.credential.token" }] },
      ])
    }
    expect(await attemptsOf(id)).toEqual([])
  })

  it("is charged once when the same completion arrives six times at once, and later again [ROUTE-46]", async () => {
    const card = await saved()
    const { id } = await ready()
    const key = randomUUID()
    await Promise.all(Array.from({ length: 6 }, () => charging(buyer, id, card, key)))
    await loseAnswer(key)
    expect((await charging(buyer, id, card, key)).status).toBe(200)
    expect((await charging(buyer, id, card)).status).toBe(409)
    expect(await attemptsOf(id)).toHaveLength(1)
    await expectBought({ id })
  })

  it("is charged once when Stripe's answer is lost [ROUTE-46]", async () => {
    const card = await saved()
    const { id } = await ready()
    await stripe.fail({ kind: "lost_answer", call: "/confirm", times: 5 })
    const { status } = await buyer.checkout(charging(buyer, id, card))
    expect(status).not.toBe("completed")
    await stripe.reset()
    await check({ id })
    await expectBought({ id })
    expect(await chargedFor({ id })).toEqual({ card_token_id: card, card_last4: "4242" })
  })

  it("names no saved card if Stripe did not charge it and the customer pays with another one [ROUTE-46]", async () => {
    const card = await saved()
    const { id } = await ready()
    await stripe.fail({ kind: "error", call: "/confirm", times: 5 })
    const checkout = await buyer.checkout(charging(buyer, id, card))
    await stripe.reset()
    expect(await chargedFor(checkout)).toEqual({ card_token_id: card, card_last4: "4242" })
    await expectForCustomer(checkout)
    expect(await chargedFor(checkout)).toEqual({ card_token_id: null, card_last4: null })
  })

  it("is charged once when the store is killed before and after the charge [ROUTE-46]", async () => {
    const card = await saved()
    const steps = ["order_placed", "page_session_created", "credential_charged"] as const
    const checkouts = [await ready(), await ready(), await ready()]
    for (const [index, step] of steps.entries())
      await crash.freezeAt(step, () => charging(buyer, checkouts[index]!.id, card))
    await kill()
    for (const checkout of checkouts) {
      await Promise.all([check(checkout), check(checkout)])
      await expectBought(checkout)
    }
  })

  it("is opened once at Stripe if the webhook records the charge while the job waits to repeat it [ROUTE-46]", async () => {
    const card = await saved()
    const checkout = await ready()
    await crash.freezeAt("page_session_created", () => charging(buyer, checkout.id, card))
    await kill()
    const free = await lockPaymentsOf(checkout)
    const job = check(checkout)
    await untilPolled()
    const recorded = await blockUpdates("gw_payment", "new.status = 'captured'")
    await stripe.confirm(await secretOf(checkout))
    await recorded.stopped()
    const { length } = (await stripe.state()).intents
    await free()
    await recorded.contended()
    await recorded.release()
    await job
    await expectBought(checkout)
    expect((await stripe.state()).intents.length).toBe(length)
  })

  it("needs the customer if the store was killed before the charge and the mandate was lowered since [ROUTE-45]", async () => {
    const card = await saved()
    const [lowered, withdrawn] = [await ready(), await ready()]
    for (const { id } of [lowered, withdrawn])
      await crash.freezeAt("page_session_created", () => charging(buyer, id, card))
    await kill()
    await consentTo(buyer.client_id, [mandate({ max_per_charge: total - 1 })])
    await check(lowered)
    await expectForCustomer(await buyer.read(lowered.id))
    await sql("update gw_oauth_grant set authorization_details = null where client_id = $1", [
      buyer.client_id,
    ])
    await check(withdrawn)
    await expectForCustomer(await buyer.read(withdrawn.id))
  })
})
