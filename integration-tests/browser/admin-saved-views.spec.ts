import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin, check, escapePrompt } from "../support/admin"
import { sql } from "../support/database"
import { paid, payingAgent } from "../support/payments"

/** A filter of each list, as in the page's address, and a sorting. */
const LISTS = [
  ["payments", "/agentic-commerce/payments", "currency=EUR&order=-amount"],
  ["agents", "/agentic-commerce/agents", "status=approved&order=name"],
  ["approvals", "/agentic-commerce/approvals", "status=approved&order=-amount"],
  ["tasks", "/agentic-commerce/tasks", "state=completed"],
  ["webhooks", "/agentic-commerce/webhooks", "status=active"],
  ["audit", "/agentic-commerce/audit", "type=settings_changed"],
] as const

describe("the saved views of the merchant's lists", () => {
  let admin: Admin
  const forget = () => sql("delete from view_configuration where entity like 'agentic_commerce_%'")
  beforeAll(async () => {
    await paid(await payingAgent())
    await forget()
    admin = await Admin.open()
  })
  afterAll(async () => {
    await forget()
    await admin?.close()
  })

  const views = (page: Page) => page.getByRole("group", { name: "Saved views" })
  const searchOf = (page: Page) => [...new URL(page.url()).searchParams].map((pair) => pair.join("=")).sort()

  const saveAs = async (page: Page, name: string) => {
    await views(page).getByRole("button", { name: "Save view" }).click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByLabel("Name of the view").fill(name)
    await prompt.getByRole("button", { name: "Save", exact: true }).click()
    await prompt.waitFor({ state: "detached" })
  }

  it.each(LISTS)("of %s are saved, chosen again and deleted [ADM-93]", async (list, path, search) => {
    const name = `View of ${list}`
    const page = await admin.page(path)
    await page.getByRole("search").waitFor()
    expect(await views(page).count()).toBe(0)
    await page.goto(`${page.url()}?${search}`)
    await saveAs(page, name)
    const view = views(page).getByRole("link", { name })
    await expect.poll(() => view.getAttribute("aria-current")).toBe("true")
    expect(await views(page).getByRole("button", { name: "Save view" }).count()).toBe(0)
    await page.goto(page.url().replace(/\?.*/, ""))
    await view.click()
    await expect.poll(() => searchOf(page)).toEqual(search.split("&").sort())
    await views(page)
      .getByRole("button", { name: `Delete the view ${name}` })
      .click()
    await page.getByRole("alertdialog").waitFor()
    await escapePrompt(page)
    await view.waitFor()
    await views(page)
      .getByRole("button", { name: `Delete the view ${name}` })
      .click()
    await page.getByRole("button", { name: "Delete the view", exact: true }).click()
    await view.waitFor({ state: "detached" })
    await views(page).getByRole("button", { name: "Save view" }).waitFor()
    await page.close()
  })

  it("replace a view of the same name, and say so before [ADM-93]", async () => {
    const page = await admin.page("/agentic-commerce/payments?currency=EUR")
    await saveAs(page, "Mine")
    await page.getByLabel("Currency").fill("RON")
    await views(page).getByRole("button", { name: "Save view" }).click()
    const prompt = page.getByRole("alertdialog")
    const save = prompt.getByRole("button", { name: "Save", exact: true })
    expect(await save.isDisabled()).toBe(true)
    await prompt.getByLabel("Name of the view").fill("Mine")
    await prompt.getByText("Replaces your view with this name").waitFor()
    await check(page, "save-view-prompt")
    await save.click()
    await prompt.waitFor({ state: "detached" })
    await page.goto(page.url().replace("RON", "EUR"))
    await views(page).getByRole("link", { name: "Mine" }).click()
    await expect.poll(() => searchOf(page)).toEqual(["currency=RON"])
    await page.close()
  })

  it("look right in each window, theme and language [ADM-21, ADM-93]", async () => {
    const [user] = await sql<{ id: string }>('select id from "user" order by created_at limit 1')
    const configuration = {
      visible_columns: [],
      column_order: [],
      filters: { currency: "EUR" },
      sorting: null,
    }
    for (const name of ["Disputed this month", "A very long name ".repeat(4).slice(0, 60)])
      await sql(
        `insert into view_configuration (id, entity, name, user_id, configuration)
         values ('vconf_' || md5($1), 'agentic_commerce_payments', $1, $2, $3)`,
        [name, user?.id, JSON.stringify(configuration)]
      )
    const isShown = (page: Page) => page.locator("[role=group] a[aria-current]").first().waitFor()
    const path = "/agentic-commerce/payments?currency=EUR"
    await admin.checkEverywhere("saved-views", path, isShown)
    const page = await admin.page(path, { width: 768, theme: "dark", language: "ro" })
    await isShown(page)
    await check(page, "saved-views-768-dark-ro")
    await page.close()
  })
})
