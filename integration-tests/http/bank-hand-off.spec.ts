import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent, eventually, type Task } from "../support/agent"
import {
  requireFormPost,
  bankPageOf,
  createFormPayment,
  linkOf,
  open,
  outcomeOf,
  postTo,
  said,
  submitToBank,
  takeForm,
  targetOf,
} from "../support/bank-form"
import { orderOf } from "../support/cart-orders"
import { sql } from "../support/database"
import { capturesOf, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"
import { Storefront } from "../support/storefront"
import { world } from "../support/world"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})

describe("a payment whose bank page requires a form post", () => {
  it("gives the agent a plain link to the bank's page, where the customer can pay [A2A-37]", async () => {
    const task = await createFormPayment(agent)
    expect(linkOf(task)).toMatch(new RegExp(`^${world().base_url}/gw-bank/v1/go/gwh_[\\w-]{43}$`))
    expect(linkOf(await agent.getTask(task.task_id))).toBe(linkOf(task))

    const { opening, bankForm } = await takeForm(linkOf(task))
    expect([said(opening), said(bankForm)]).toEqual([
      [200, "hand-off"],
      [200, "bank-form"],
    ])
    // The bank accepts its fields only unchanged, quotes and tags included.
    const entered = await submitToBank(bankForm)
    expect(entered.location?.href).toBe(targetOf(bankForm))
    expect((await open(targetOf(bankForm))).html).toContain("Pay by card")

    await authenticate(targetOf(bankForm))
    expect((await agent.settled(task.task_id)).state).toBe("completed")
    expect(capturesOf(await orderNumber(task.artifacts.shop_order_id))).toEqual([15])
    expect(said(await open(linkOf(task)))).toEqual([410, "confirmed"])
  })

  it("gives a storefront the same kind of link [SRV-05]", async () => {
    const shop = new Storefront()
    const cart = await shop.fillCart()
    await requireFormPost()
    const { data } = await shop.startPayment(cart.id)
    expect(data.redirect_url).toContain(`${world().base_url}/gw-bank/v1/go/`)
    const { bankForm } = await takeForm(data.redirect_url)
    expect((await submitToBank(bankForm)).status).toBe(303)
    await authenticate(targetOf(bankForm))
    await eventually(() => orderOf(cart.id))
    expect((await shop.complete(cart.id)).type).toBe("order")
  })

  it("is handed to the bank while every surface is off [SRV-18]", async () => {
    const task = await createFormPayment(agent)
    await switchSurfaces({ a2a_enabled: false, ucp_enabled: false })
    const { bankForm } = await takeForm(linkOf(task))
    await switchSurfaces({ a2a_enabled: true })
    expect(said(bankForm)).toEqual([200, "bank-form"])
  })
})

describe("the link to a bank's form", () => {
  let link: string
  let task: Task
  beforeEach(async () => {
    task = await createFormPayment(agent)
    link = linkOf(task)
  })

  it("returns the form once [BANK-51]", async () => {
    expect(said((await takeForm(link)).bankForm)).toEqual([200, "bank-form"])
    expect(said(await postTo(link))).toEqual([410, "used"])
    expect(said(await open(link))).toEqual([410, "used"])
  })

  it("returns the form to one of 20 simultaneous requests", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => postTo(link)))
    const words = answers.map((answer) => outcomeOf(answer)).sort()
    expect(words).toEqual(["bank-form", ...Array<string>(19).fill("used")])
  })

  it("is not used up by previews, prefetching or reloads", async () => {
    const previewers: Record<string, string>[] = [
      { "sec-purpose": "prefetch;prerender" },
      { "user-agent": "Slackbot-LinkExpanding 1.0" },
      {},
    ]
    expect((await open(link, { method: "HEAD" })).status).toBe(200)
    for (const headers of previewers) expect(said(await open(link, { headers }))).toEqual([200, "hand-off"])
    expect((await open(link)).html).not.toContain(world().simulator_url)
    expect(said((await takeForm(link)).bankForm)).toEqual([200, "bank-form"])
  })

  it.each([
    ["that was never issued", `gwh_${"x".repeat(43)}`],
    ["that is malformed", "1"],
    ["with an SQL injection", "'%20or%20true--"],
  ])("shows a not-found page for a nonce %s", async (_, nonce) => {
    const forged = link.replace(/[^/]+$/, nonce)
    for (const page of [await open(forged), await postTo(forged)]) {
      expect(said(page)).toEqual([404, "unknown"])
      expect(page.type).toContain("text/html")
    }
  })

  it("shows a not-found page also for an invalid path", async () => {
    for (const nonce of ["%00", "%", ""]) {
      const forged = link.replace(/[^/]+$/, nonce)
      for (const page of [await open(forged), await postTo(forged)]) {
        expect(said(page)).toEqual([404, "not_found"])
        expect(page.type).toContain("text/html")
      }
    }
  })

  it("stops working when it expires", async () => {
    const expired = "update gw_hand_off set expires_at = now() - interval '1 second' where subject_id = $1"
    await sql(expired, [task.artifacts.payment_id])
    expect(said(await open(link))).toEqual([410, "expired"])
    expect(said(await postTo(link))).toEqual([410, "expired"])
  })

  it("shows the payment's result once it has ended", async () => {
    await authenticate(await bankPageOf(task), "cancel")
    await agent.settled(task.task_id)
    expect(said(await open(link))).toEqual([410, "failed"])
    expect(said(await postTo(link))).toEqual([410, "failed"])
  })
})
