import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin, check, type Look, rowsOf } from "../support/admin"
import type { Agent, Task } from "../support/agent"
import { sql } from "../support/database"
import { orderOf, paid, payingAgent } from "../support/payments"

const TABLET: Look = { width: 768, theme: "light", language: "ro" }

/** The customer whom the agent names. */
const customer = { email: "ana.pop@lamps.example", name: "Ana Pop" }

/** The cards of the plugin on Medusa's pages. */
const NEWEST = "[role=region]:has(a[href*='requested_by=agent'])"
const ON_ORDER = "[role=region]:has(dl a[href*='/agentic-commerce/agents/'])"

describe("orders of agents on Medusa's own pages", () => {
  let admin: Admin
  let agent: Agent
  let task: Task
  let second: Task
  let order_id: string
  beforeAll(async () => {
    agent = await payingAgent()
    second = await paid(agent, { amount: 2500 })
    task = await paid(agent, { amount: 7700, customer })
    order_id = (await orderOf(task)).id
    admin = await Admin.open()
  })
  afterAll(() => admin?.close())

  const newest = (page: Page) => page.getByRole("region", { name: "Bought by agents" })
  const rowOf = (page: Page, { artifacts }: Task) =>
    newest(page).getByRole("row", { name: `#${artifacts.shop_order_id} ` })

  /** The second payment as one of the outstanding amount of the first one's order. */
  const paidTwice = () =>
    sql("update gw_payment set origin = 'existing_order', order_id = $2, shop_order_id = $3 where id = $1", [
      second.artifacts.payment_id,
      order_id,
      task.artifacts.shop_order_id,
    ])

  /** Writes declined payments of the order of a payment, made this long after or before it. Returns their ids. */
  const writeDeclined = async (payment_id: string, count: number, after: string) =>
    (
      await sql<{ id: string }>(
        `insert into gw_payment (id, merchant_reference, idempotency_key, origin, client_id, order_id, shop_order_id,
           intent, amount, currency, description, status, provisioned_at, next_check_at, created_at)
         select 'pay_' || left(md5(id || n), 24), md5(id || n), gen_random_uuid(), 'existing_order', client_id, order_id,
           shop_order_id, intent, amount, currency, description, 'declined', now(), null,
           created_at + $3::interval + n * interval '1 second'
         from gw_payment, generate_series(1, $2::int) n where id = $1 returning id`,
        [payment_id, count, after]
      )
    ).map(({ id }) => id)

  it("are listed with the orders, with agent and customer, and the storefront's are not [ADM-90]", async () => {
    const bought = await paid(agent, { amount: 3100 })
    await sql("update gw_payment set client_id = null where id = $1", [bought.artifacts.payment_id])
    const page = await admin.page("/orders")
    const row = rowOf(page, task)
    await row.getByRole("link", { name: "Test agent" }).waitFor({ timeout: 120_000 })
    await row.getByText(customer.email).waitFor()
    await row.getByText("Paid", { exact: true }).waitFor()
    expect(await rowOf(page, bought).count()).toBe(0)
    await newest(page).getByRole("link", { name: "All payments of agents" }).click()
    await page.getByRole("combobox", { name: "Requested by" }).getByText("Agents").waitFor()
    await page.getByRole("cell", { name: `#${task.artifacts.shop_order_id}`, exact: true }).waitFor()
    const shown = page.getByRole("cell", { name: `#${bought.artifacts.shop_order_id}`, exact: true })
    expect(await shown.count()).toBe(0)
    await page.getByRole("button", { name: "Clear filters" }).click()
    await shown.waitFor()
    await page.close()
  })

  it("are listed once they are paid or authorized, however many attempts an order had [ADM-90]", async () => {
    const held = await paid(agent, { amount: 3200, capture: "manual" })
    const open = await agent.createPayment({ amount: 3300 })
    const refused = await agent.createPayment({ amount: 3400 })
    await sql("update gw_payment set status = 'declined', next_check_at = null where id = $1", [
      refused.artifacts.payment_id,
    ])
    await writeDeclined(task.artifacts.payment_id, 25, "1 hour")
    const page = await admin.page("/orders")
    await rowOf(page, held).getByText("Authorized", { exact: true }).waitFor({ timeout: 120_000 })
    await rowOf(page, task).getByText("Paid", { exact: true }).waitFor()
    await rowOf(page, second).getByText("Paid", { exact: true }).waitFor()
    await newest(page).getByText("Newest paid or authorized orders").waitFor()
    for (const unpaid of [open, refused]) expect(await rowOf(page, unpaid).count()).toBe(0)
    await page.close()
    await sql("delete from gw_payment where order_id = $1 and status = 'declined'", [order_id])
  })

  it("are read again only while the tab is visible [ADM-90]", async () => {
    const page = await admin.page("/agentic-commerce")
    await page.evaluate(hasten)
    let reads = 0
    page.on("request", (request) => {
      if (/\/payments\?.*display_status=/.test(request.url())) reads++
    })
    await page.getByRole("link", { name: "Orders", exact: true }).click()
    await rowOf(page, task).waitFor({ timeout: 120_000 })
    const ticks = () => page.evaluate(() => Number(document.documentElement.dataset.ticks ?? 0))
    const moreTicks = async () => {
      const before = await ticks()
      await expect.poll(ticks).toBeGreaterThan(before + 10)
    }
    await expect.poll(() => reads).toBeGreaterThan(4)
    await page.evaluate(setVisibility, "hidden")
    // A request that began before is reported by then.
    await moreTicks()
    const before = reads
    await moreTicks()
    expect(reads).toBe(before)
    await page.evaluate(setVisibility, "visible")
    await expect.poll(() => reads).toBeGreaterThan(before)
    await page.close()
  })

  it("open from this list, which stays closed when it was closed [ADM-90]", async () => {
    const page = await admin.page("/orders")
    await rowOf(page, task)
      .getByRole("link", { name: `#${task.artifacts.shop_order_id}` })
      .click()
    await page.waitForURL(`**/orders/${order_id}`)
    await page.goBack()
    const toggle = newest(page).getByRole("button", { name: "Bought by agents" })
    await toggle.click()
    await page.reload()
    await toggle.waitFor()
    expect(await toggle.getAttribute("aria-expanded")).toBe("false")
    expect(await newest(page).getByRole("row").count()).toBe(0)
    await toggle.click()
    await rowOf(page, task).waitFor()
    await page.close()
  })

  it("have their agent and customer on the order's page, and each of several payments [ADM-91]", async () => {
    const page = await admin.page(`/orders/${order_id}`)
    const only = page.getByRole("region", { name: "Agent payment", exact: true })
    await only.getByRole("link", { name: "Test agent" }).waitFor({ timeout: 120_000 })
    await only.getByRole("link", { name: /Ana Pop|ana\.pop@lamps\.example/ }).waitFor()
    await only.getByRole("listitem").first().waitFor()
    await paidTwice()
    await page.reload()
    const part = (number: number) => page.getByRole("region", { name: `Agent payment ${number} of 2` })
    await part(1)
      .getByText(/^EUR\s25\.00$/)
      .first()
      .waitFor()
    await part(2)
      .getByText(/^EUR\s77\.00$/)
      .first()
      .waitFor()
    for (const number of [1, 2]) {
      await part(number).getByRole("link", { name: "Test agent" }).waitFor()
      await part(number)
        .getByRole("link", { name: /Ana Pop|ana\.pop@lamps\.example/ })
        .waitFor()
    }
    expect(await only.count()).toBe(0)
    await part(2).getByRole("link", { name: "Open the payment" }).click()
    await page.getByRole("region", { name: task.artifacts.payment_id }).waitFor()
    await page.close()
  })

  it("show the newest twenty of more payments, with a link to all, and read only open ones again [ADM-91]", async () => {
    const bought = await paid(agent, { amount: 4400 })
    const { payment_id, shop_order_id } = bought.artifacts
    const [open] = await writeDeclined(payment_id, 20, "-1 hour")
    await sql("update gw_payment set status = 'processing', created_at = now() where id = $1", [open])
    const page = await admin.page(`/orders/${(await orderOf(bought)).id}`)
    const parts = page.getByRole("region", { name: /^Agent payment \d+ of the newest 20$/ })
    await expect.poll(() => parts.count(), { timeout: 120_000 }).toBe(20)
    await parts.nth(0).getByText("Declined", { exact: true }).waitFor()
    await parts.nth(18).getByText("Paid", { exact: true }).waitFor()
    await parts.nth(18).getByRole("button", { name: "Refund" }).waitFor()
    await parts.nth(19).getByText("Processing", { exact: true }).waitFor()
    const read: string[] = []
    page.on("request", (request) => {
      const [id] = /pay_[0-9a-f]+$/.exec(request.url()) ?? []
      if (id) read.push(id)
    })
    await expect.poll(() => read.length).toBeGreaterThan(1)
    expect(new Set(read)).toEqual(new Set([open]))
    await page.getByRole("link", { name: "All payments of the order" }).click()
    await page.waitForURL(`**/agentic-commerce/payments?q=${shop_order_id}`)
    await expect
      .poll(() =>
        rowsOf(page)
          .filter({ hasText: `#${shop_order_id}` })
          .count()
      )
      .toBe(20)
    await page.getByRole("button", { name: "Show more" }).click()
    await expect
      .poll(() =>
        rowsOf(page)
          .filter({ hasText: `#${shop_order_id}` })
          .count()
      )
      .toBe(21)
    await page.close()
  })

  it("look right in each window, theme and language [ADM-21, ADM-90, ADM-91]", async () => {
    await paidTwice()
    const isShown = (selector: string) => (page: Page) =>
      page.locator(selector).first().waitFor({ timeout: 120_000 })
    await admin.checkEverywhere("order-list-agents", "/orders", isShown(`${NEWEST} :is(tbody tr, li)`), {
      ours: NEWEST,
    })
    await admin.checkEverywhere("order-two-payments", `/orders/${order_id}`, isShown(ON_ORDER), {
      ours: ON_ORDER,
    })
    const list = await admin.page("/orders", TABLET)
    await isShown(`${NEWEST} tbody tr`)(list)
    await check(list, "order-list-agents-768-light-ro", NEWEST)
    await list.close()
    const order = await admin.page(`/orders/${order_id}`, TABLET)
    await isShown(ON_ORDER)(order)
    await check(order, "order-two-payments-768-light-ro", ON_ORDER)
    await order.close()
  })
})

/** Runs in the browser: intervals of five seconds fire twenty times a second from now on, and are counted. */
function hasten(): void {
  const { dataset } = document.documentElement
  const begin = window.setInterval.bind(window)
  const counted = (run: () => void) => () => {
    dataset.ticks = String(Number(dataset.ticks ?? 0) + 1)
    run()
  }
  const hastened = (run: () => void, ms?: number) => (ms === 5000 ? begin(counted(run), 50) : begin(run, ms))
  Object.assign(window, { setInterval: hastened })
}

/** Runs in the browser: the tab is in the background, or in front. */
function setVisibility(state: string): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state })
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
}
