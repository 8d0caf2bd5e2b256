import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import type { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { pauseJob } from "../support/jobs"
import { mollie, REDIRECTING, RedirectedCustomer } from "../support/mollie"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { attemptsOf, ordersOf } from "../support/purchases"
import { check, expectPaid, paymentsFor } from "../support/redirected-payments"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { blockInserts } from "../support/table-lock"
import { world } from "../support/world"

const running = inOwnWorld(REDIRECTING)

/** The routes of a store whose customers approve payments at PayPal. */
const AT_PAYPAL = { GW_PAYMENT_ROUTES: JSON.stringify([{ provider: "pp_paypal_double", route: "page" }]) }

let agent: Agent
let buyer: Buyer
let item: string
let resume: () => Promise<void>

beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Astrolabe"))
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:create", "a2a:payments:read")
  resume = await pauseJob("check-page-payments")
})
afterAll(async () => {
  await resume()
  await closeUcpShop()
})
afterEach(() => mollie.set())

const stateOf = async ({ task_id }: Task) => (await agent.getTask(task_id)).state

/** The id of the payment of a checkout. */
const paymentOf = async ({ id }: { readonly id: string }) => String((await attemptsOf(id)).at(-1)?.id)

/** Lets the next return query the provider, as after the pause between two queries. */
const letQuery = () => sql("update gw_payment set queried_at = null")

const returnAddress = () => `${world().base_url}/gw-bank/v1/return`

/** Kills the store, lets the customer act meanwhile, and starts it. No job queries the provider before a return. */
async function kill(env?: Record<string, string>, meanwhile?: () => Promise<unknown>): Promise<void> {
  await sql("update gw_payment set next_check_at = now() + interval '1 hour' where next_check_at is not null")
  await running().killStore()
  await meanwhile?.()
  await running().startStore(env)
  await resume()
  resume = await pauseJob("check-page-payments")
}

/** Kills the store while it records in Medusa what the provider has captured of a payment. */
async function killWhileRecording(act: () => Promise<unknown>, env?: Record<string, string>): Promise<void> {
  const blocked = await blockInserts("payment", "true")
  const interrupted = act().catch(() => undefined)
  await blocked.stopped()
  await kill(env, () => blocked.abort())
  await interrupted
  await letQuery()
}

describe("a return from a provider by POST", () => {
  it("leads to the return by GET, and no field of its form is read [ROUTE-40]", async () => {
    await mollie.set({ webhooks: false })
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 1500 })
    const id = await customer.decide(task, "failed")
    const lies = { id, status: "paid", payment: String(task.artifacts.payment_id) }
    const declined = await customer.returnsByPost(lies)
    expect([declined.status, declined.headers.get("location")]).toEqual([303, returnAddress()])
    expect(declined.headers.get("set-cookie")).toBeNull()
    expect(declined.page.html).toContain('<button class="key">Try again</button>')
    expect(await stateOf(task)).toBe("input-required")
    await customer.decide(task, "paid")
    await letQuery()
    const paid = await customer.returnsByPost({ status: "failed" })
    expect(paid.page.url).toBe(`${world().base_url}/gw-a2a/v1/sca/return/${task.task_id}`)
    await expectPaid(agent, task)
  })

  it("records nothing by itself, and shows no payment in a browser without its cookie [ROUTE-40]", async () => {
    await mollie.set({ webhooks: false })
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 1550 })
    const id = await customer.decide(task, "paid")
    const { payment_id } = task.artifacts
    const fields = { id, payment: String(payment_id), gw_pay: String(payment_id) }
    const { page, headers } = await new RedirectedCustomer().returnsByPost(fields)
    expect(headers.get("location")).toBe(returnAddress())
    expect(page.html).toContain("Return to your assistant")
    for (const secret of [String(payment_id), "15.50"]) expect(page.html).not.toContain(secret)
    expect(await stateOf(task)).toBe("input-required")
    await customer.returns()
    await expectPaid(agent, task)
  })

  it.each<[string, string, string]>([
    ["without a body", "application/x-www-form-urlencoded", ""],
    ["with a body that is no form", "application/json", '{"status"'],
    ["with a body that is too long", "text/plain", "x".repeat(2_000_000)],
  ])("leads to the same address %s, whatever its own address names [ROUTE-40]", async (_, type, body) => {
    const url = `${returnAddress()}?next=https://evil.example&payment=pay_1`
    const sent = { method: "POST", redirect: "manual", headers: { "content-type": type }, body } as const
    const { status, headers } = await fetch(url, sent)
    expect([status, headers.get("location")]).toEqual([303, returnAddress()])
  })

  it("is refused with another method, and at the return of one payment [ROUTE-40]", async () => {
    const refused = async (url: string, method: string) => {
      const { status, headers } = await fetch(url, { method })
      return [status, headers.get("allow")]
    }
    expect(await refused(returnAddress(), "PUT")).toEqual([405, "GET, POST"])
    expect(await refused(`${returnAddress()}/pay_1`, "POST")).toEqual([405, "GET"])
  })
})

describe("a store that is killed between the provider's approval and the return", () => {
  it("records the payment when the customer returns, once, also if they made it meanwhile [ROUTE-40]", async () => {
    await mollie.set({ webhooks: false })
    const [before, during] = [new RedirectedCustomer(), new RedirectedCustomer()]
    const tasks = [await agent.createPayment({ amount: 1600 }), await agent.createPayment({ amount: 1601 })]
    await before.decide(tasks[0]!, "paid")
    const { to } = await during.press(tasks[1]!)
    await kill(undefined, () => mollie.decide(to.split("/").at(-1) ?? "", "paid"))
    for (const [index, customer] of [before, during].entries()) {
      const back = await Promise.all([customer.returns(), customer.returns()])
      expect(back.map(({ url }) => url)).toContain(
        `${world().base_url}/gw-a2a/v1/sca/return/${tasks[index]?.task_id}`
      )
      await expectPaid(agent, tasks[index]!)
      expect(await paymentsFor(tasks[index]!)).toEqual(["paid"])
    }
  })

  it("lets the customer try again if the payment was not made [ROUTE-41]", async () => {
    await mollie.set({ webhooks: false })
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 1650 })
    const { to } = await customer.press(task)
    await kill(undefined, () => mollie.decide(to.split("/").at(-1) ?? "", "failed"))
    expect((await customer.returns()).html).toContain("Try again")
    expect(await stateOf(task)).toBe("input-required")
    await customer.decide(task, "paid")
    await letQuery()
    await customer.returns()
    await expectPaid(agent, task)
    expect(await paymentsFor(task)).toEqual(["failed", "paid"])
  })

  it("records the payment after it was killed while it recorded it [ROUTE-40]", async () => {
    await mollie.set({ webhooks: false })
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 1660 })
    await customer.decide(task, "paid")
    await killWhileRecording(() => customer.returns())
    expect(await stateOf(task)).toBe("input-required")
    await customer.returns()
    await expectPaid(agent, task)
  })
})

describe("two servers and a provider that redirects", () => {
  let second: string
  beforeAll(async () => void (second = await running().startSecondStore()))

  it("open one payment at a time, and record it once wherever the customer returns [ROUTE-41]", async () => {
    await mollie.set({ webhooks: false })
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 1700 })
    const press = async () => {
      const servers = [world().base_url, second, world().base_url, second]
      return new Set(
        (await Promise.all(servers.map((one) => customer.at(one).press(task)))).map(({ to }) => to)
      )
    }
    expect((await press()).size).toBe(1)
    await customer.decide(task, "failed")
    expect((await customer.at(second).returns()).html).toContain("Try again")
    expect((await press()).size).toBe(1)
    expect(await paymentsFor(task)).toEqual(["failed", "open"])
    await customer.at(second).decide(task, "paid")
    await letQuery()
    const id = String(task.artifacts.payment_id)
    await Promise.all([
      ...[customer, customer.at(second)].flatMap((one) => [one.returns(), one.press(task)]),
      check(id),
      check(id, 0, second),
    ])
    await expectPaid(agent, task)
    expect(await paymentsFor(task)).toEqual(["failed", "paid"])
  })

  it("complete a checkout with one order, and end another one once [ROUTE-41, ROUTE-42]", async () => {
    const [paid, left] = [await buyer.escalated([[item, 1]]), await buyer.escalated([[item, 1]])]
    const customer = new RedirectedCustomer(second)
    await customer.decide(paid, "paid")
    await Promise.all([customer.returns(), customer.at(world().base_url).returns()])
    await buyer.becomes(paid.id, "completed")
    expect(await ordersOf(paid.id)).toMatchObject([{ status: "pending", reserved: 1 }])
    const payment_id = await paymentOf(left)
    await Promise.all([check(payment_id, 901), check(payment_id, 0, second)])
    await buyer.becomes(left.id, "ready_for_complete")
    expect(await ordersOf(left.id)).toMatchObject([{ status: "canceled", reserved: 0 }])
  })
})

describe("a payment that its customer approves at PayPal", () => {
  let second: string
  beforeAll(async () => {
    await running().stopStore()
    await running().startStore(AT_PAYPAL)
    second = await running().startSecondStore(AT_PAYPAL)
  })

  it("is charged once when the customer returns to two servers at the same time [ROUTE-43]", async () => {
    await mollie.set({ webhooks: false })
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 2500 })
    const id = await customer.decide(task, "paid")
    await Promise.all([customer.returns(), customer.at(second).returns(), customer.at(second).press(task)])
    await expectPaid(agent, task)
    expect((await mollie.payment(id)).status).toBe("paid")
  })

  it("is charged on the return if the store is killed after the approval [ROUTE-43]", async () => {
    await mollie.set({ webhooks: false })
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 2550 })
    const id = await customer.decide(task, "paid")
    await kill(AT_PAYPAL)
    expect((await mollie.payment(id)).status).toBe("authorized")
    await customer.returns()
    await expectPaid(agent, task)
    expect((await mollie.payment(id)).status).toBe("paid")
  })

  it("is recorded if the store is killed between the charge and its record [ROUTE-43]", async () => {
    await mollie.set({ webhooks: false })
    const customer = new RedirectedCustomer()
    const task = await agent.createPayment({ amount: 2600 })
    const id = await customer.decide(task, "paid")
    await killWhileRecording(() => customer.returns(), AT_PAYPAL)
    expect((await mollie.payment(id)).status).toBe("paid")
    await customer.returns()
    await expectPaid(agent, task)
  })

  it("does not end while its module refuses to record what it has charged [ROUTE-42]", async () => {
    await mollie.set({ webhooks: false, idempotent: false })
    const customer = new RedirectedCustomer()
    const checkout = await buyer.escalated([[item, 1]])
    await customer.decide(checkout, "paid")
    await killWhileRecording(() => customer.returns(), AT_PAYPAL)
    expect((await buyer.cancel(checkout.id)).status).toBe(503)
    await check(await paymentOf(checkout), 901)
    expect((await buyer.read(checkout.id)).status).toBe("requires_escalation")
    expect(await ordersOf(checkout.id)).toMatchObject([{ status: "pending", reserved: 1 }])
    await mollie.set()
    await check(await paymentOf(checkout))
    await buyer.becomes(checkout.id, "completed")
  })
})
