import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin, check } from "../support/admin"
import { Agent } from "../support/agent"
import { pauseJob } from "../support/jobs"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { payOn, STRIPE_PAGE } from "../support/page-shopper"
import { stripe, stripeKeys } from "../support/stripe"

const { GW_TEST_ADMIN = "" } = process.env

describe("a payment at Stripe in the admin", () => {
  inOwnWorld({ ...STRIPE_PAGE, ...stripeKeys(), GW_TEST_ADMIN, NODE_ENV: "development" })

  let admin: Admin
  let agent: Agent
  let resume: () => Promise<void>
  beforeAll(async () => {
    // A scheduled run would find the payment's state before the merchant requests it.
    resume = await pauseJob("check-page-payments")
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    admin = await Admin.open()
  })
  afterAll(async () => {
    await admin?.close()
    await stripe.reset()
    await resume?.()
  })

  const at = (id: string) => `/agentic-commerce/payments/${id}`

  it("is queried on request, and the texts name the provider instead of the bank [ADM-09, ADM-32]", async () => {
    await stripe.deliver("lost")
    const task = await agent.createPayment({ amount: 2300 })
    const page = await admin.page(at(task.artifacts.payment_id))
    const query = page.getByRole("button", { name: "Check status at the provider" })
    await query.click()
    await page.getByText("The payment provider reported no change. Status: ").waitFor()
    await check(page, "provider-payment-queried")
    await payOn(task)
    await query.click()
    await page.getByText("The payment provider reported a change. Status now: Paid").waitFor()
    await query.waitFor({ state: "detached" })
    expect(await page.getByRole("button", { name: "Check status" }).count()).toBe(0)
    await page.close()
  })

  it("has evidence for a dispute as soon as it is captured, with its id at the provider [ADM-92]", async () => {
    await stripe.reset()
    const task = await agent.createPayment({ amount: 2500 })
    const page = await admin.page(at(task.artifacts.payment_id))
    await page.getByText("The store's page").waitFor()
    const button = page.getByRole("button", { name: "Download evidence" })
    expect(await button.count()).toBe(0)
    const { intent, secret } = await payOn(task)
    await agent.settled(task.task_id)
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()])
    const evidence = readFileSync(await download.path(), "utf8")
    expect(evidence).not.toContain(secret)
    await page.setContent(evidence)
    await page
      .getByRole("listitem")
      .filter({ hasText: new RegExp(`^pp_stripe_stripe: ${intent}, EUR\\s25\\.00, captured \\w`) })
      .waitFor()
    await page.getByText("The payment provider authenticates the customer.").waitFor()
    await page.getByText("a2a:payments:read, a2a:payments:create").waitFor()
    expect(await page.getByText("Messages of the bank").count()).toBe(0)
    await page.close()
  })

  it("shows that the provider fails, also in Romanian [ADM-32]", async () => {
    await stripe.deliver("lost")
    const task = await agent.createPayment({ amount: 2400 })
    const { intent } = await payOn(task)
    await stripe.fail({ kind: "error", call: `GET /v1/payment_intents/${intent}`, times: 1000 })
    const page = await admin.page(at(task.artifacts.payment_id))
    await page.getByRole("button", { name: "Check status at the provider" }).click()
    await page.getByText("The payment provider did not report the status.").waitFor()
    await page.close()
    const romanian = await admin.page(at(task.artifacts.payment_id), {
      width: 375,
      theme: "light",
      language: "ro",
    })
    await romanian.getByRole("button", { name: "Verifică starea la furnizor" }).click()
    await romanian.getByText("Furnizorul de plăți nu a comunicat starea.").waitFor()
    await romanian.close()
  })
})
