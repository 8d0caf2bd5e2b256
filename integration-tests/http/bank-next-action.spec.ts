import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent, eventually, type Task } from "../support/agent"
import { type BankPayment, ipnBody, paymentAtBank } from "../support/bank"
import { bankPageOf, createFormPayment, linkOf, postTo, said, targetOf } from "../support/bank-form"
import { sql } from "../support/database"
import { deliver, signIpn } from "../support/gwb"
import { switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

/** The version after the payment's first. */
const NEXT = 2

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})

describe("a next action that the bank reports again", () => {
  let task: Task
  let atBank: BankPayment
  beforeEach(async () => {
    task = await createFormPayment(agent)
    atBank = await paymentAtBank(await bankPageOf(task))
  })

  it("keeps its link when nothing changed, also when the link was used", async () => {
    const link = linkOf(task)
    await postTo(link)
    const { fields, ...action } = atBank.next_action as { fields: Record<string, string> }
    const reordered = Object.fromEntries(Object.entries(fields).reverse())
    expect(await tell({ ...action, fields: reordered })).toBe(link)
    expect(said(await postTo(link))).toEqual([410, "used"])
  })

  it("gets a new link when its form fields change, and the old link stops working", async () => {
    const nasty = { [`a"><b`]: `</form><script>alert(1)</script>` }
    const link = await tell({ ...(atBank.next_action as object), fields: nasty })
    expect(link).not.toBe(linkOf(task))
    expect(said(await postTo(linkOf(task)))).toEqual([404, "unknown"])
    const { html } = await postTo(link)
    expect(html).toContain(
      `name="a&quot;&gt;&lt;b" value="&lt;/form&gt;&lt;script&gt;alert(1)&lt;/script&gt;"`
    )
  })

  it("gets a new link when its URL changes", async () => {
    const url = `${world().simulator_url}/sca/s_other`
    const link = await tell({ ...(atBank.next_action as object), url })
    expect(link).not.toBe(linkOf(task))
    expect(targetOf(await postTo(link))).toBe(url)
  })

  it("ends the form post when it becomes a plain link", async () => {
    const url = `${world().simulator_url}/sca/s_other`
    expect(await tell({ type: "redirect", url, expires_at: null })).toBe(url)
    expect(said(await postTo(linkOf(task)))).toEqual([404, "unknown"])
  })

  it("is rejected when its URL is not a web address, and changes nothing", async () => {
    const url = "javascript:alert(1)"
    expect(await notify({ ...(atBank.next_action as object), url })).toBe(400)
    expect(await stored()).toEqual({ redirect_url: linkOf(task), version: 1 })
  })

  /** Sends the next action in a genuine notification; returns the link once the store has processed it. */
  async function tell(next_action: object): Promise<string> {
    expect(await notify(next_action)).toBe(200)
    return eventually(async () => {
      const { redirect_url, version } = await stored()
      return version === NEXT ? redirect_url : undefined
    })
  }

  async function notify(next_action: object): Promise<number> {
    const raw = ipnBody({ ...atBank, version: NEXT, next_action })
    return (await deliver(raw, signIpn(raw))).status
  }

  async function stored(): Promise<{ redirect_url: string; version: number }> {
    const query = "select redirect_url, version from gw_payment where id = $1"
    const [row] = await sql<{ redirect_url: string; version: number }>(query, [task.artifacts.payment_id])
    return row ?? { redirect_url: "", version: 0 }
  }
})
