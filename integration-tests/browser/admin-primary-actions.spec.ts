import type { Locator } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import en from "../../src/admin/i18n/en"
import ro from "../../src/admin/i18n/ro"
import { Admin, type AdminPage, changeLook, check, rowsOf } from "../support/admin"
import { Agent } from "../support/agent"
import { allow } from "../support/approvals"
import { Buyer } from "../support/buyer"
import { isInWindow, WINDOWS } from "../support/customer-page"
import { switchSurfaces } from "../support/oauth-client"
import { paid, payingAgent } from "../support/payments"
import { Receiver } from "../support/receiver"
import { newestThat, subscribe } from "../support/webhooks"

const LANGUAGES = { en, ro }
type Texts = (typeof LANGUAGES)[keyof typeof LANGUAGES]

/** What the pages are about. */
interface Subjects {
  readonly payment_id: string
  readonly client_id: string
  readonly webhook_id: string
}

/** The primary action of a page. */
type Primary = (page: AdminPage, texts: Texts) => Locator

const button =
  (name: (texts: Texts) => string): Primary =>
  (page, texts) =>
    page.getByRole("button", { name: name(texts), exact: true }).first()

/** On a list of things that have a page: the link to the first one. */
const firstLink: Primary = (page) => rowsOf(page).first().getByRole("link").first()

const ROOT = "/agentic-commerce"

const PAGES: readonly (readonly [name: string, path: (of: Subjects) => string, primary: Primary])[] = [
  ["the overview", () => ROOT, (page, { overview }) => page.getByRole("combobox", { name: overview.period })],
  ["the agents", () => `${ROOT}/agents`, firstLink],
  ["an agent", ({ client_id }) => `${ROOT}/agents/${client_id}`, button(({ agents }) => agents.revoke)],
  ["the approvals", () => `${ROOT}/approvals`, button(({ approvals }) => approvals.approve)],
  ["the payments", () => `${ROOT}/payments`, firstLink],
  [
    "a payment",
    ({ payment_id }) => `${ROOT}/payments/${payment_id}`,
    button(({ payments }) => payments.refund),
  ],
  [
    "the comparison of a bank's file",
    () => `${ROOT}/payments/reconciliation`,
    button(({ reconciliation }) => reconciliation.choose),
  ],
  ["the tasks", () => `${ROOT}/tasks`, firstLink],
  ["the webhooks", () => `${ROOT}/webhooks`, firstLink],
  [
    "a webhook",
    ({ webhook_id }) => `${ROOT}/webhooks/${webhook_id}`,
    button(({ webhooks }) => webhooks.ping),
  ],
  ["the audit log", () => `${ROOT}/audit`, button(({ common }) => common.details)],
  ["the settings", () => "/settings/agentic-commerce", button(({ settings }) => settings.stop)],
]

describe("the primary action is in the window of a phone, a tablet and a desktop, in both themes and languages, on the page of", () => {
  let admin: Admin
  let receiver: Receiver
  let subjects: Subjects
  beforeAll(async () => {
    await switchSurfaces({ agents_stopped: false, a2a_enabled: true, ucp_enabled: true })
    const agent = await payingAgent()
    const { payment_id } = (await paid(agent)).artifacts
    const requester = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await allow(requester.client_id, { approval_above: 1000 })
    await requester.createPayment({ amount: 2000 })
    receiver = await Receiver.listen()
    const buyer = await Buyer.forGuests()
    const webhook = await subscribe(buyer, receiver.at("/primary"))
    await newestThat(buyer, webhook.id, ({ state }) => state === "delivered")
    subjects = { payment_id, client_id: agent.client_id, webhook_id: webhook.id }
    admin = await Admin.open()
  })
  afterAll(async () => {
    receiver?.close()
    await admin?.close()
  })

  /** Expects that an element is in each window, in both themes. Failures are collected for all of them. */
  async function expectInWindows(page: AdminPage, primary: Locator, name: string): Promise<void> {
    await primary.waitFor()
    for (const { width, height } of WINDOWS)
      for (const theme of ["light", "dark"] as const) {
        await changeLook(page, { width, theme }, height)
        await primary.waitFor()
        expect.soft(await isInWindow(primary), `${name} at ${width} pixels, ${theme}`).toBe(true)
      }
  }

  it.each(PAGES)("%s [ADM-21]", async (name, pathOf, primaryOf) => {
    for (const language of ["en", "ro"] as const) {
      const page = await admin.page(pathOf(subjects), { width: 768, theme: "dark", language })
      const primary = primaryOf(page, LANGUAGES[language])
      await primary.waitFor()
      await check(page, `${name.replaceAll(/\W+/g, "-")}-768-dark-${language}`)
      await expectInWindows(page, primary, `${name} in ${language}`)
      await page.close()
    }
  })

  it("the settings with unsaved changes [ADM-21, ADM-62]", async () => {
    for (const language of ["en", "ro"] as const) {
      const look = { width: 1280, theme: "light", language } as const
      const page = await admin.page("/settings/agentic-commerce?tab=access", look)
      const texts = LANGUAGES[language]
      await page.getByRole("textbox").first().fill("10.0.0.0/8")
      const bar = page.getByRole("region", { name: texts.settings_page.changes })
      await expectInWindows(page, bar.getByRole("button", { name: texts.common.save }), language)
      await page.close()
    }
  })
})
