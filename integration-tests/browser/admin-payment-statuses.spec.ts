import type { Locator } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { DisplayStatus } from "../../src/domain/display-status"
import { Admin } from "../support/admin"
import type { Agent } from "../support/agent"
import { PAYMENT_CASES, putInto, writePayments } from "../support/payment-states"
import { orderOf, paid, payingAgent } from "../support/payments"
import { sql } from "../support/database"

/** What a merchant reads of a payment in each status. */
const WORDS: Readonly<Record<DisplayStatus, readonly [en: string, ro: string]>> = {
  paid: ["Paid", "Plătită"],
  authorized: ["Authorized", "Autorizată"],
  partially_captured: ["Partially captured", "Încasată parțial"],
  partially_refunded: ["Partially refunded", "Rambursată parțial"],
  refunded: ["Refunded", "Rambursată"],
  disputed: ["Disputed", "Contestată"],
  refund_failed: ["Refund failed", "Rambursare eșuată"],
  needs_review: ["Needs review", "De verificat"],
  declined: ["Declined", "Refuzată"],
  expired: ["Expired", "Expirată"],
  voided: ["Voided", "Autorizare anulată"],
  canceled: ["Canceled", "Anulată"],
  requires_action: ["Waiting for the customer", "Așteaptă clientul"],
  processing: ["Processing", "În procesare"],
  created: ["Created", "Creată"],
  unknown: ["Outcome unknown", "Rezultat necunoscut"],
  manual_review: ["On hold", "Suspendată"],
  nothing_due: ["Nothing to pay", "Nimic de plată"],
}

const BADGE = "span:has(> div[role=presentation])"

/** The words of a badge, and whether it is green. */
async function shownIn(part: Locator): Promise<[text: string | null, is_green: boolean]> {
  const badge = part.locator(BADGE).first()
  await badge.waitFor({ timeout: 120_000 })
  const is_green = (await badge.locator('[class*="tag-green-icon"]').count()) > 0
  return [await badge.textContent(), is_green]
}

describe("the status of a payment in the admin", () => {
  let admin: Admin
  let agent: Agent
  beforeAll(async () => {
    agent = await payingAgent()
    admin = await Admin.open()
  })
  afterAll(() => admin?.close())

  const at = (id: string) => `/agentic-commerce/payments/${id}`

  it("has the same words and color in the list, on its own page and on its order, and is green only when paid [ADM-27]", async () => {
    const task = await paid(agent)
    const { payment_id } = task.artifacts
    const romanian = { width: 1280, theme: "light", language: "ro" } as const
    const list = await admin.page(`/agentic-commerce/payments?q=${payment_id}`)
    const detail = await admin.page(at(payment_id))
    const order = await admin.page(`/orders/${(await orderOf(task)).id}`)
    const inRomanian = await admin.page(at(payment_id), romanian)
    const parts = [
      list.getByRole("row").nth(1),
      detail.getByRole("region", { name: payment_id }),
      order.getByRole("region", { name: "Agent payment" }),
      inRomanian.getByRole("region", { name: payment_id }),
    ]
    for (const [status, [english, in_romanian]] of Object.entries(WORDS)) {
      const [shown] = PAYMENT_CASES.filter(({ shown_as }) => shown_as === status)
      if (!shown) throw new Error(`no case is shown as ${status}`)
      await putInto(payment_id, shown)
      for (const page of [list, detail, order, inRomanian]) await page.reload()
      const is_green = status === "paid"
      expect(await Promise.all(parts.map(shownIn))).toEqual([
        [english, is_green],
        [english, is_green],
        [english, is_green],
        [in_romanian, is_green],
      ])
    }
    for (const page of [list, detail, order, inRomanian]) await page.close()
  })

  it("looks right at any width, in both themes and both languages [ADM-21]", async () => {
    const ids = await writePayments(agent.client_id)
    await admin.checkEverywhere(
      "statuses",
      `/agentic-commerce/payments?client_id=${agent.client_id}`,
      (page) => page.getByRole("row").nth(20).waitFor()
    )
    await sql("delete from gw_payment where id = any($1)", [ids])
  })
})
