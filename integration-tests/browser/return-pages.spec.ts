import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page, Route } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { seriousFindings } from "../support/axe"
import { openBrowser } from "../support/browser"
import { serveLogo } from "../support/customer-page"
import { switchSurfaces } from "../support/oauth-client"
import { overflows, worstContrast } from "../support/readability"
import { CARDS, authenticate } from "../support/shopper"
import { world } from "../support/world"

const PICTURES = process.env.GW_SCREENSHOTS
/** The contrast ratio WCAG 2.2 AA requires for text of ordinary size. */
const READABLE = 4.5

const HEADINGS = {
  paid: { en: "Payment confirmed", ro: "Plată confirmată" },
  authorized: { en: "Amount reserved", ro: "Sumă rezervată" },
  declined: { en: "Payment declined", ro: "Plată refuzată" },
  open: { en: "Waiting for the bank", ro: "Se așteaptă răspunsul băncii" },
} as const

const LOOKS = [
  [375, "light", "en"],
  [375, "dark", "ro"],
  [1280, "light", "ro"],
  [1280, "dark", "en"],
] as const

let browser: Browser
let paths: Record<keyof typeof HEADINGS, string>

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  const ended = async (card: string, input: Record<string, unknown> = {}) => {
    const { task_id, artifacts } = await agent.createPayment(input)
    await authenticate(artifacts.sca_redirect_url, "approve", card)
    await agent.settled(task_id)
    return `/gw-a2a/v1/sca/return/${task_id}`
  }
  paths = {
    paid: await ended(CARDS.approved),
    authorized: await ended(CARDS.approved, { capture: "manual" }),
    declined: await ended(CARDS.insufficient_funds),
    open: `/gw-a2a/v1/sca/return/${(await agent.createPayment({ amount: 123_456 })).task_id}`,
  }
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe.each(LOOKS)("a customer's page at %i pixels, %s, in %s", (width, colorScheme, locale) => {
  it.each(Object.keys(HEADINGS) as (keyof typeof HEADINGS)[])(
    "is readable and shows the store's logo when the payment is %s [BANK-74, BANK-75]",
    async (state) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, locale })
      await serveLogo(context)
      const page = await context.newPage()
      await page.route(world().base_url + paths[state], onlyOnce())
      await page.goto(world().base_url + paths[state])
      await page.getByRole("heading", { level: 1, name: HEADINGS[state][locale] }).waitFor()
      if (PICTURES) await picture(page, `return-${state}-${width}-${colorScheme}-${locale}`)
      expect(await page.evaluate("document.querySelector('header img').naturalWidth")).toBeGreaterThan(0)
      expect(await overflows(page)).toBe(false)
      expect((await worstContrast(page)).ratio).toBeGreaterThanOrEqual(READABLE)
      // A page that waits for the bank reloads itself for five minutes at most: without scripts there is no
      // other way.
      expect(await seriousFindings(page)).toEqual(state === "open" ? ["meta-refresh"] : [])
      await context.close()
    }
  )
})

/** Answers the first request of a page only, so that its reload does not end the checks. */
function onlyOnce(): (route: Route) => Promise<void> {
  let isLoaded = false
  return async (route) => {
    if (isLoaded) return
    isLoaded = true
    await route.continue()
  }
}

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(String(PICTURES), { recursive: true })
  await page.screenshot({ path: join(String(PICTURES), `${name}.png`), fullPage: true })
}
