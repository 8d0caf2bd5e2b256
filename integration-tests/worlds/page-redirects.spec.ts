import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually, type Task } from "../support/agent"
import type { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { pauseJob } from "../support/jobs"
import { adminGet } from "../support/merchant"
import { mollie, REDIRECTING, RedirectedCustomer } from "../support/mollie"
import { switchSurfaces } from "../support/oauth-client"
import { strayReservations } from "../support/ordered-once"
import { inOwnWorld } from "../support/own-world"
import { attemptsOf, ordersOf } from "../support/purchases"
import { check, expectPaid, paymentsFor } from "../support/redirected-payments"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { world } from "../support/world"

const running = inOwnWorld(REDIRECTING)

let agent: Agent
let buyer: Buyer
let item: string
let resume: () => Promise<void>

beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Octant"))
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes(...["create", "read", "refund"].map((one) => `a2a:payments:${one}`))
  resume = await pauseJob("check-page-payments")
})
afterAll(async () => {
  await resume()
  await closeUcpShop()
})
afterEach(() => mollie.set())

const reviewOf = ({ artifacts }: Task) =>
  adminGet<{ payment: { review_reason: string | null } }>(
    `/admin/agentic-commerce/payments/${artifacts.payment_id}`
  ).then(({ payment }) => payment.review_reason)

describe("a payment that its customer makes on the page of a provider that redirects", () => {
  it("leads from the store's page to the provider, and back to its outcome [ROUTE-40]", async () => {
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 1500, description: "Two <mugs>" })
    const { html, headers } = await customer.open(task)
    for (const text of ["Pay 15.00 EUR", "Two &lt;mugs&gt;", "Continue to Mollie", "Mollie processes"])
      expect(html).toContain(text)
    expect(html).not.toContain("mollie.com")
    expect(headers.get("content-security-policy")).toMatch(/form-action 'self'(;|$)/)
    const pressed = await customer.press(task)
    // Not a redirect: form-action would apply to every host to which the provider redirects.
    expect([pressed.status, pressed.to]).toEqual([
      200,
      expect.stringMatching(/^https:\/\/www\.mollie\.com\//),
    ])
    expect(pressed.headers.get("referrer-policy")).toBe("no-referrer")
    expect(pressed.headers.get("set-cookie")).toMatch(
      /^gw_pay=[\w-]+; Path=\/gw-bank\/v1\/return; Max-Age=3600; HttpOnly; SameSite=Lax$/
    )
    await customer.decide(task, "paid")
    const back = await customer.returns("?id=another&status=failed")
    expect(back.url).toBe(`${world().base_url}/gw-a2a/v1/sca/return/${task.task_id}`)
    await expectPaid(agent, task)
    expect((await customer.open(task)).html).toContain("Payment confirmed")
    expect(await paymentsFor(task)).toEqual(["paid"])
  })

  it("is made with another payment of the same order after a decline, of which one is open [ROUTE-41]", async () => {
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 1600 })
    await customer.decide(task, "failed")
    const back = await customer.returns("?status=paid")
    expect(back.html).toContain("The payment was not completed. You were not charged.")
    expect(back.html).toContain('<button class="key">Try again</button>')
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
    const presses = await Promise.all([1, 2, 3, 4, 5].map(() => customer.press(task)))
    expect(new Set(presses.map(({ to }) => to)).size).toBe(1)
    expect(await paymentsFor(task)).toEqual(["failed", "open"])
    await customer.decide(task, "paid")
    await customer.returns()
    await expectPaid(agent, task)
    expect(await paymentsFor(task)).toEqual(["failed", "paid"])
  })

  it("is canceled after ten payments that were not made [ROUTE-41]", async () => {
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 1650 })
    for (let attempt = 1; attempt <= 10; attempt += 1) await customer.decide(task, "failed")
    expect((await customer.press(task)).to).toBe(task.artifacts.sca_redirect_url)
    expect((await customer.open(task)).html).toContain("Payment canceled")
    expect(await paymentsFor(task)).toEqual(Array.from({ length: 10 }, () => "failed"))
    expect((await agent.settled(task.task_id)).state).toBe("failed")
  })

  it("is not queried again on a return moments after the last query [ROUTE-41]", async () => {
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 1660 })
    await customer.decide(task, "failed")
    const queried = (at: string) =>
      sql(`update gw_payment set queried_at = ${at} where id = $1`, [task.artifacts.payment_id])
    await queried("now() + interval '1 minute'")
    expect((await customer.returns()).html).not.toContain("Try again")
    await queried("null")
    expect((await customer.returns()).html).toContain("Try again")
  })

  it("is found by the job when the webhook is lost and the customer does not return [ROUTE-40]", async () => {
    await mollie.set({ webhooks: false })
    const task = await agent.createPayment({ amount: 1700 })
    await new RedirectedCustomer().decide(task, "paid")
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
    await check(String(task.artifacts.payment_id))
    await expectPaid(agent, task)
  })

  it("is made once in two tabs [ROUTE-41]", async () => {
    const task = await agent.createPayment({ amount: 1800 })
    const [one, two] = await Promise.all([1, 2].map(() => new RedirectedCustomer().press(task)))
    expect(one?.to).toBe(two?.to)
    const id = one?.to.split("/").at(-1) ?? ""
    expect(await mollie.decide(id, "paid")).toBe(true)
    expect(await mollie.decide(id, "paid")).toBe(false)
    const late = await new RedirectedCustomer().press(task)
    expect(late.to).toBe(task.artifacts.sca_redirect_url)
    await expectPaid(agent, task)
    expect(await paymentsFor(task)).toEqual(["paid"])
  })

  it("needs review when a second payment of its order is made, too [ROUTE-41]", async () => {
    await mollie.set({ webhooks: false })
    const task = await agent.createPayment({ amount: 1850 })
    const first = await new RedirectedCustomer().decide(task, "failed")
    const second = await new RedirectedCustomer().decide(task, "paid")
    // As if the provider had taken the first one, too, after it had reported it as failed.
    await sql(
      `update payment_session set data = jsonb_set(data, '{id}', to_jsonb($2::text)) where data ->> 'id' = $1`,
      [first, await paidElsewhere(1850)]
    )
    await check(String(task.artifacts.payment_id))
    await agent.settled(task.task_id)
    expect(await eventually(async () => (await reviewOf(task)) ?? undefined)).toContain("paid twice")
    expect((await mollie.payment(second)).status).toBe("paid")
  })

  it("takes the customer to no other host than the provider's [ROUTE-40]", async () => {
    await mollie.set({ host: "www.mollie.com.evil.example" })
    const refused = await agent.send("create_payment", { amount: 1900, currency: "EUR" })
    expect(refused.body.result).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "payment_not_created" } },
    })
    await mollie.set()
    const task = await agent.createPayment({ amount: 1901 })
    const customer = new RedirectedCustomer()
    await customer.decide(task, "failed")
    await mollie.set({ host: "evil.example" })
    const pressed = await customer.press(task)
    expect([pressed.to, pressed.status]).toEqual(["", 503])
  })

  it("shows a customer without its cookie no payment on their return [ROUTE-40]", async () => {
    const task = await agent.createPayment({ amount: 1950 })
    const id = await new RedirectedCustomer().decide(task, "failed")
    const { html, url } = await new RedirectedCustomer().returns(
      `?id=${id}&payment=${task.artifacts.payment_id}`
    )
    expect(html).toContain("Return to your assistant")
    expect(url).toContain("/gw-bank/v1/return?")
    for (const secret of [task.artifacts.payment_id, "19.50", "Try again"]) expect(html).not.toContain(secret)
  })

  it("is refunded by the agent at the provider [ROUTE-40]", async () => {
    const task = await agent.createPayment({ amount: 2300 })
    const id = await new RedirectedCustomer().decide(task, "paid")
    await check(String(task.artifacts.payment_id))
    await expectPaid(agent, task)
    const refund = await agent.send("refund_payment", { payment_id: task.artifacts.payment_id, amount: 300 })
    expect((await agent.settled(refund.body.result?.task_id)).state).toBe("completed")
    expect((await mollie.payment(id)).refunds).toEqual([{ value: "3.00", currency: "EUR" }])
  })

  it("is made at a provider that only the store's route describes [ROUTE-40]", async () => {
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 2400, currency: "RON" })
    expect((await customer.open(task)).html).toContain("Continue to Example Pay")
    expect((await customer.press(task)).to).toMatch(/^https:\/\/eu\.pay\.example\//)
    await customer.decide(task, "paid")
    await customer.returns()
    await expectPaid(agent, task)
  })
})

/** A payment that is made at the provider without the store. Returns its id. */
async function paidElsewhere(minor: number): Promise<string> {
  const amount = { value: (minor / 100).toFixed(2), currency: "EUR" }
  const urls = { redirectUrl: world().base_url, webhookUrl: world().base_url }
  const body = JSON.stringify({ amount, ...urls, metadata: { session_id: "none" } })
  const response = await fetch(`${world().mollie_url}/v2/payments`, { method: "POST", body })
  const { id } = (await response.json()) as { id: string }
  await mollie.decide(id, "paid")
  return id
}

describe("a checkout whose customer pays on the page of a provider that redirects", () => {
  const attemptOf = async (id: string) => {
    const attempt = (await attemptsOf(id)).at(-1)
    if (!attempt) throw new Error(`no payment of ${id}`)
    return attempt
  }

  it("is bought after a decline [ROUTE-41]", async () => {
    const customer = new RedirectedCustomer()
    const checkout = await buyer.escalated([[item, 1]])
    await customer.decide(checkout, "failed")
    expect((await customer.returns()).html).toContain("Try again")
    await customer.decide(checkout, "paid")
    await customer.returns()
    await buyer.becomes(checkout.id, "completed")
    expect(await ordersOf(checkout.id)).toMatchObject([{ status: "pending", reserved: 1 }])
  })

  it("ends at the provider and frees its stock when its customer does not pay [ROUTE-42]", async () => {
    const checkout = await buyer.escalated([[item, 1]])
    const { to } = await new RedirectedCustomer().press(checkout)
    const { id } = await attemptOf(checkout.id)
    await check(id, 901)
    expect((await mollie.payment(to.split("/").at(-1) ?? "")).status).toBe("canceled")
    await buyer.becomes(checkout.id, "ready_for_complete")
    await eventually(async () => !(await strayReservations()).length || undefined)
    expect(await ordersOf(checkout.id)).toMatchObject([{ status: "canceled", reserved: 0 }])
  })

  it("does not end while the provider, whose module reports success, has not ended the payment [ROUTE-42]", async () => {
    await mollie.set({ cancelable: false, webhooks: false })
    const [paid, expired] = [await buyer.escalated([[item, 1]]), await buyer.escalated([[item, 1]])]
    const pages = await Promise.all([paid, expired].map((one) => new RedirectedCustomer().press(one)))
    const [late = "", over = ""] = pages.map(({ to }) => to.split("/").at(-1))
    const attempts = await Promise.all([attemptOf(paid.id), attemptOf(expired.id)])
    for (const { id } of attempts) await check(id, 901)
    for (const { id } of [paid, expired]) expect((await buyer.read(id)).status).toBe("requires_escalation")
    await mollie.decide(late, "paid")
    await mollie.decide(over, "expired")
    for (const { id } of attempts) await check(id)
    await buyer.becomes(paid.id, "completed")
    await buyer.becomes(expired.id, "ready_for_complete")
    expect(await ordersOf(expired.id)).toMatchObject([{ status: "canceled", reserved: 0 }])
  })
})

describe("a payment that its customer approves at PayPal", () => {
  beforeAll(async () => {
    const GW_PAYMENT_ROUTES = JSON.stringify([{ provider: "pp_paypal_double", route: "page" }])
    await running().stopStore()
    await running().startStore({ GW_PAYMENT_ROUTES })
  })

  it("is charged once when the customer returns [ROUTE-43]", async () => {
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 2500 })
    const { to } = await customer.press(task)
    expect(to).toMatch(/^https:\/\/www\.paypal\.com\/checkoutnow\?token=tr_\d+$/)
    const id = await customer.decide(task, "paid")
    expect((await mollie.payment(id)).status).toBe("authorized")
    await Promise.all([customer.returns(), customer.returns(), customer.press(task)])
    await expectPaid(agent, task)
    expect((await mollie.payment(id)).status).toBe("paid")
  })

  it("is announced after a void, although the module refuses to delete the voided order [ROUTE-43]", async () => {
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 2550 })
    await customer.decide(task, "canceled")
    expect((await customer.returns()).html).toContain("Try again")
    await customer.decide(task, "paid")
    await check(String(task.artifacts.payment_id))
    await expectPaid(agent, task)
    expect(await paymentsFor(task)).toEqual(["canceled", "paid"])
  })

  it("is not charged when it is approved after its end [ROUTE-43]", async () => {
    const task = await agent.createPayment({ amount: 2600 })
    const { to } = await new RedirectedCustomer().press(task)
    const id = /tr_\d+$/.exec(to)?.[0] ?? ""
    await check(String(task.artifacts.payment_id), 901)
    expect((await agent.settled(task.task_id)).state).toBe("failed")
    expect(await mollie.decide(id, "paid")).toBe(false)
    expect((await new RedirectedCustomer().press(task)).to).toBe(task.artifacts.sca_redirect_url)
  })
})
