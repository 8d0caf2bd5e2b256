import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import {
  askForForm,
  createFormPayment,
  outcomeOf,
  postTo,
  submitToBank,
  takeForm,
  targetOf,
} from "../support/bank-form"
import { type BankPayment, ipnBody, paymentAtBank } from "../support/bank"
import { sql } from "../support/database"
import { deliver, signIpn } from "../support/gwb"
import { capturesOf, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"
import { Storefront } from "../support/storefront"
import { world } from "../support/world"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})

const linkOf = ({ artifacts }: Task) => artifacts.sca_redirect_url

async function open(link: string, init: RequestInit = {}) {
  const response = await fetch(link, init)
  const html = await response.text()
  return { status: response.status, html, type: response.headers.get("content-type") }
}

/** Status and word of a page. */
const said = (page: { status: number; html: string }) => [page.status, outcomeOf(page)]

describe("a payment whose bank wants a form posted", () => {
  it("gives the agent a plain link that leads to the bank, and is paid there [A2A-37]", async () => {
    const task = await createFormPayment(agent)
    expect(linkOf(task)).toMatch(new RegExp(`^${world().base_url}/gw-bank/v1/go/gwh_[\\w-]{43}$`))
    expect(linkOf(await agent.getTask(task.task_id))).toBe(linkOf(task))

    const { opening, bankForm } = await takeForm(linkOf(task))
    expect([said(opening), said(bankForm)]).toEqual([
      [200, "hand-off"],
      [200, "bank-form"],
    ])
    // The bank takes its fields only as it has given them: with their quotes and tags.
    const entered = await submitToBank(bankForm)
    expect(entered.location?.href).toBe(targetOf(bankForm))
    expect((await open(targetOf(bankForm))).html).toContain("Pay by card")

    await prove(targetOf(bankForm))
    expect((await agent.settled(task.task_id)).state).toBe("completed")
    expect(capturesOf(await orderNumber(task.artifacts.shop_order_id))).toEqual([15])
    expect(said(await open(linkOf(task)))).toEqual([410, "confirmed"])
  })

  it("gives a storefront the same kind of link [SRV-05]", async () => {
    const shop = new Storefront()
    const cart = await shop.fillCart()
    await askForForm()
    const { data } = await shop.startPayment(cart.id)
    expect(data.redirect_url).toContain(`${world().base_url}/gw-bank/v1/go/`)
    const { bankForm } = await takeForm(data.redirect_url)
    expect((await submitToBank(bankForm)).status).toBe(303)
    await prove(targetOf(bankForm))
    expect((await shop.complete(cart.id)).type).toBe("order")
  })

  it("is handed over while every surface is off [SRV-18]", async () => {
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

  it("hands the form out once", async () => {
    expect(said((await takeForm(link)).bankForm)).toEqual([200, "bank-form"])
    expect(said(await postTo(link))).toEqual([410, "used"])
    expect(said(await open(link))).toEqual([410, "used"])
  })

  it("hands the form to one of twenty who ask at once", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => postTo(link)))
    const words = answers.map((answer) => outcomeOf(answer)).sort()
    expect(words).toEqual(["bank-form", ...Array<string>(19).fill("used")])
  })

  it("is not used up by those who only look: previews, prefetching, the shopper's own reload", async () => {
    const prefetch = { "sec-purpose": "prefetch;prerender", purpose: "prefetch" }
    expect((await open(link, { method: "HEAD" })).status).toBe(200)
    for (const headers of [prefetch, { "user-agent": "Slackbot-LinkExpanding 1.0" }, {}])
      expect(said(await open(link, { headers }))).toEqual([200, "hand-off"])
    expect((await open(link)).html).not.toContain(world().simulator_url)
    expect(said((await takeForm(link)).bankForm)).toEqual([200, "bank-form"])
  })

  it.each([
    ["nobody was given", `gwh_${"x".repeat(43)}`],
    ["that is none", "1"],
    ["with a byte that text cannot have", "%00"],
    ["that tries to be a statement", "'%20or%20true--"],
  ])("is a page of its own with a nonce %s", async (_, nonce) => {
    const forged = link.replace(/[^/]+$/, nonce)
    for (const page of [await open(forged), await postTo(forged)]) {
      expect(said(page)).toEqual([404, "unknown"])
      expect(page.type).toContain("text/html")
    }
  })

  it("leads nowhere after its time", async () => {
    const expired = "update gw_hand_off set expires_at = now() - interval '1 second' where subject_id = $1"
    await sql(expired, [task.artifacts.payment_id])
    expect(said(await open(link))).toEqual([410, "expired"])
    expect(said(await postTo(link))).toEqual([410, "expired"])
  })

  it("tells how the payment has ended, once it has", async () => {
    await prove(await bankPageOf(task), "cancel")
    await agent.settled(task.task_id)
    expect(said(await open(link))).toEqual([410, "failed"])
    expect(said(await postTo(link))).toEqual([410, "failed"])
  })
})

describe("a next action that the bank tells again", () => {
  let task: Task
  let atBank: BankPayment
  beforeEach(async () => {
    task = await createFormPayment(agent)
    atBank = await paymentAtBank(await bankPageOf(task))
  })

  it("keeps its link when nothing has changed, also when it was used", async () => {
    const link = linkOf(task)
    await postTo(link)
    const { fields, ...action } = atBank.next_action as { fields: Record<string, string> }
    const reordered = Object.fromEntries(Object.entries(fields).reverse())
    expect(await tell(2, { ...action, fields: reordered })).toBe(link)
    expect(said(await postTo(link))).toEqual([410, "used"])
  })

  it("gets a new link with other fields, and the former leads nowhere", async () => {
    const nasty = { [`a"><b`]: `</form><script>alert(1)</script>` }
    const link = String(await tell(2, { ...(atBank.next_action as object), fields: nasty }))
    expect(link).not.toBe(linkOf(task))
    expect(said(await postTo(linkOf(task)))).toEqual([404, "unknown"])
    const { html } = await postTo(link)
    expect(html).toContain(
      `name="a&quot;&gt;&lt;b" value="&lt;/form&gt;&lt;script&gt;alert(1)&lt;/script&gt;"`
    )
  })

  it("gets a new link with another address", async () => {
    const url = `${world().simulator_url}/sca/s_other`
    const link = String(await tell(2, { ...(atBank.next_action as object), url }))
    expect(link).not.toBe(linkOf(task))
    expect(targetOf({ html: (await postTo(link)).html, url: link })).toBe(url)
  })

  it("ends the hand-off when it has become a plain link", async () => {
    const url = `${world().simulator_url}/sca/s_other`
    expect(await tell(2, { type: "redirect", url, expires_at: null })).toBe(url)
    expect(said(await postTo(linkOf(task)))).toEqual([404, "unknown"])
  })

  it("changes nothing when it is none we know", async () => {
    const url = "javascript:alert(1)"
    expect(await tell(2, { ...(atBank.next_action as object), url }, 400)).toBe(linkOf(task))
  })

  /** Lets the bank say it in a genuine notification; returns the link there is then. */
  async function tell(version: number, next_action: object, status = 200): Promise<string | undefined> {
    const raw = ipnBody({ ...atBank, version, next_action })
    expect((await deliver(raw, signIpn(raw))).status).toBe(status)
    const query = "select redirect_url, version from gw_payment where id = $1"
    const read = () => sql<{ redirect_url: string; version: number }>(query, [task.artifacts.payment_id])
    await expect.poll(async () => (await read())[0]?.version).toBe(status === 200 ? version : 1)
    return (await read())[0]?.redirect_url
  }
})

/** The bank's own page of a payment, which only its form opens. */
async function bankPageOf({ artifacts }: Task): Promise<string> {
  const query = "select url from gw_hand_off where subject_id = $1"
  const [row] = await sql<{ url: string }>(query, [artifacts.payment_id])
  return String(row?.url)
}
