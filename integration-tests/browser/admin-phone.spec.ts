import type { Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import en from "../../src/admin/i18n/en"
import ro from "../../src/admin/i18n/ro"
import { Admin, type Look, rowsOf } from "../support/admin"
import { Agent } from "../support/agent"
import { allow } from "../support/approvals"
import { switchSurfaces } from "../support/oauth-client"
import { paid, payingAgent } from "../support/payments"

const PHONE: Look = { width: 375, theme: "light", language: "en" }
const AUDIT = ["audit.date", "audit.action", "common.agent", "audit.by", "common.details"] as const

describe("the merchant's lists on a phone and on a desktop", () => {
  let admin: Admin
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    await paid(await payingAgent())
    const requester = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await allow(requester.client_id, { approval_above: 1000 })
    await requester.createPayment({ amount: 2000, order_reference: LONG })
    admin = await Admin.open()
  })
  afterAll(() => admin?.close())

  const textsIn = ({ language }: Look) => (language === "en" ? en : ro)

  /** The position and size of an element in the window. */
  async function boxOf(shown: Locator) {
    const box = await shown.boundingBox()
    if (!box) throw new Error("it is not drawn")
    return box
  }

  it("show the Approve and Reject buttons within the window [ADM-30]", async () => {
    await admin.checkEverywhere("phone-approvals", "/agentic-commerce/approvals", async (page, look) => {
      const row = rowsOf(page).filter({ hasText: LONG }).first()
      const { approve, refuse } = textsIn(look).approvals
      for (const name of [approve, refuse]) {
        const button = row.getByRole("button", { name, exact: true })
        await button.waitFor()
        const { x, width } = await boxOf(button)
        expect.soft(x, `${name} begins`).toBeGreaterThanOrEqual(0)
        expect.soft(x + width, `${name} ends`).toBeLessThanOrEqual(look.width)
      }
    })
  })

  it("show a payment's amount without scrolling [ADM-30]", async () => {
    await admin.checkEverywhere("phone-payments", "/agentic-commerce/payments", async (page, look) => {
      await page.setViewportSize({ width: look.width, height: 667 })
      const amount = rowsOf(page)
        .first()
        .getByText(/EUR|RON|JPY|KWD/)
        .first()
      await amount.waitFor()
      const { x, y, width, height } = await boxOf(amount)
      expect.soft(x + width).toBeLessThanOrEqual(look.width)
      expect.soft(y + height).toBeLessThanOrEqual(667)
    })
  })

  it("show every column of the audit log, and no empty row [ADM-30]", async () => {
    await admin.checkEverywhere("phone-audit", "/agentic-commerce/audit", async (page, look) => {
      await rowsOf(page).first().waitFor()
      const texts = textsIn(look)
      const names = AUDIT.map((key) => {
        const [area, name] = key.split(".") as ["audit", "date"]
        return texts[area][name]
      })
      if (look.width === 1280)
        return expect.soft(await page.getByRole("columnheader").allTextContents()).toEqual(names)
      for (const card of await cardsOf(page)) {
        expect.soft(card.map(({ name }) => name)).toEqual(names)
        expect.soft(card.filter(({ text }) => !text)).toEqual([])
      }
    })
  })

  it("have their filters behind one button on a phone, which the keyboard can use [ADM-30]", async () => {
    const page = await admin.page("/agentic-commerce/payments?currency=EUR&client_id=a2a_none", PHONE)
    const filters = page.getByRole("button", { name: "Filters (2)" })
    await filters.waitFor()
    expect(await page.getByRole("search").count()).toBe(0)
    await filters.focus()
    await page.keyboard.press("Enter")
    await page.getByRole("search").waitFor()
    expect(await filters.getAttribute("aria-expanded")).toBe("true")
    await page.keyboard.press("Tab")
    expect(
      await page
        .getByRole("textbox")
        .first()
        .evaluate((field) => field === document.activeElement)
    ).toBe(true)
    await page.getByRole("button", { name: "Clear filters" }).click()
    const none = page.getByRole("button", { name: "Filters", exact: true })
    await none.click()
    await page.getByRole("search").waitFor({ state: "detached" })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole("search").waitFor()
    expect(await none.count()).toBe(0)
    await page.close()
  })

  it("open a payment by the title of its card, which the keyboard can reach [ADM-30]", async () => {
    const page = await admin.page("/agentic-commerce/payments", PHONE)
    const title = rowsOf(page).first().getByRole("link", { name: /^EUR/ })
    await title.focus()
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/payments\/pay_/)
    await page.close()
  })
})

/** The column names and values of each card on a page. */
const cardsOf = (page: Page): Promise<{ name: string; text: string }[][]> =>
  rowsOf(page).evaluateAll((cards) =>
    cards.map((card) =>
      [...card.querySelectorAll(":scope > dl > div")].map((pair) => ({
        name: pair.querySelector("dt")?.textContent ?? "",
        text: pair.querySelector("dd")?.textContent?.trim() ?? "",
      }))
    )
  )

/** Longer than the space on a phone. */
const LONG = "Phone order 4711-2026-11-22 for the branch office, to be delivered before noon"
