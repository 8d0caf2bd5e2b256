import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin, check, rowsOf } from "../support/admin"
import type { Agent } from "../support/agent"
import { sql } from "../support/database"
import { paid, payingAgent } from "../support/payments"

/** The reason of the review that the store opens for such a refund. */
const REASON = "The provider may have refunded 9.00 EUR: An error occurred with our connection to Stripe."

/**
 * A paid order as if its customer had paid in the storefront, with a refund of 9.00 EUR whose outcome is unknown. This
 * store has no other provider, so the plugin's own one stands for it.
 */
async function withUnknownRefund(agent: Agent): Promise<string> {
  const { payment_id } = (await paid(agent, { amount: 10_000 })).artifacts
  const id = `op_${randomUUID()}`
  await sql(
    "update gw_payment set route = 'storefront', session_id = null, intent = 'preauth', review_reason = $2 where id = $1",
    [payment_id, REASON]
  )
  await sql(
    `insert into gw_bank_operation (id, payment_id, kind, merchant_reference, idempotency_key, amount, status, bank_called_at,
                                    provider_payment_id)
     values ($1, $2, 'refund', $1, $3, 900, 'unknown', now(),
             (select p.id from gw_payment g join order_payment_collection o using (order_id)
                join payment p using (payment_collection_id) where g.id = $2))`,
    [id, payment_id, randomUUID()]
  )
  await sql("insert into gw_review (payment_id, reason, source) values ($1, $2, $3)", [
    payment_id,
    REASON,
    `operation:${id}`,
  ])
  return payment_id
}

const at = (id: string) => `/agentic-commerce/payments/${id}`

async function openPrompt(page: Page) {
  const box = page.getByRole("region", { name: "Needs manual review" })
  await box.getByText(`The payment provider may have refunded 9.00 EUR: `).waitFor()
  await box.getByRole("button", { name: "Close the review" }).click()
  const prompt = page.getByRole("alertdialog")
  await prompt.getByLabel("Review note").fill("Looked it up in the dashboard")
  const close = prompt.getByRole("button", { name: "Close the review" })
  expect(await close.isDisabled()).toBe(true)
  return { box, prompt, close }
}

describe("a payment of the storefront in the admin", () => {
  let admin: Admin
  let agent: Agent
  beforeAll(async () => {
    agent = await payingAgent()
    admin = await Admin.open()
  })
  afterAll(() => admin?.close())

  it("shows its route and provider, also in the list, and is not queried at the bank [ROUTE-13]", async () => {
    const page = await admin.page(at(await withUnknownRefund(agent)))
    await page.getByText("The storefront, pp_gateway_bank").waitFor()
    await page.getByText("Paid in the storefront").first().waitFor()
    expect(await page.getByRole("button", { name: "Check status at the bank" }).count()).toBe(0)
    await page.close()
    const list = await admin.page("/agentic-commerce/payments")
    await rowsOf(list).filter({ hasText: "The storefront, pp_gateway_bank" }).first().waitFor()
    await list.close()
  })

  it("has a head without a link to an order while it has none, as the refund of a paid cart [ADM-43]", async () => {
    const id = await withUnknownRefund(agent)
    await sql(
      `update gw_payment g set order_id = null, merchant_reference = p.id
       from order_payment_collection o join payment p using (payment_collection_id)
       where g.id = $1 and o.order_id = g.order_id`,
      [id]
    )
    const page = await admin.page(at(id))
    const head = page.getByRole("region", { name: id })
    await head.getByRole("heading", { level: 1, name: /^EUR\s100\.00 Needs review$/ }).waitFor()
    const order = head.locator("div:has(> dt)", { hasText: "Order" }).locator("dd")
    expect(await order.textContent()).toBe("–")
    expect(await head.getByRole("link").allTextContents()).toEqual(["Test agent"])
    await page.getByText("The storefront, pp_gateway_bank").waitFor()
    await check(page, "storefront-payment-without-order")
    await page.close()
  })

  it("has evidence for a dispute in Romanian, with its payment at the provider [ADM-92]", async () => {
    const id = await withUnknownRefund(agent)
    const page = await admin.page(at(id), { width: 375, theme: "dark", language: "ro" })
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Descarcă dovezile" }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`evidence-${id}.html`)
    await page.setContent(readFileSync(await download.path(), "utf8"))
    await page.getByRole("heading", { name: "Plăți la furnizor" }).waitFor()
    await page.getByText(/^pp_gateway_bank: .*100,00.*încasată/).waitFor()
    await page.getByText("Furnizorul de plăți autentifică clientul.").waitFor()
    await page.close()
  })

  it("ends a refund with an unknown outcome as the merchant says: made, or not made [ROUTE-15]", async () => {
    const made = await admin.page(at(await withUnknownRefund(agent)))
    const first = await openPrompt(made)
    await first.prompt.getByRole("radio", { name: /^Yes, the refund/ }).click()
    await first.close.click()
    await first.box.waitFor({ state: "detached" })
    await made.getByText("Partially refunded").first().waitFor()
    await made.close()
    const id = await withUnknownRefund(agent)
    const not_made = await admin.page(at(id))
    const second = await openPrompt(not_made)
    await second.prompt.getByRole("radio", { name: /^No, there is no such refund/ }).click()
    await second.close.click()
    await second.box.waitFor({ state: "detached" })
    await not_made.getByText("Paid", { exact: true }).first().waitFor()
    await not_made.close()
    expect(await sql("select status from gw_bank_operation where payment_id = $1", [id])).toEqual([
      { status: "refused" },
    ])
  })

  it("looks right at both widths, in both themes and both languages [ADM-21]", async () => {
    const id = await withUnknownRefund(agent)
    await admin.checkEverywhere(
      "storefront-payment",
      at(id),
      (page) => page.getByRole("alertdialog").getByRole("radio").first().waitFor(),
      {
        act: (page) => {
          const box = page.getByRole("region").filter({ has: page.getByText(/9[.,]00/) })
          return box.getByRole("button").first().click()
        },
      }
    )
  })
})
