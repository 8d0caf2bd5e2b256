import { mkdirSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Browser, BrowserContext, Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { ADMIN } from "../../demo/shop/logins"
import { openBrowser } from "./browser"
import { world } from "./world"

const AXE = createRequire(join(process.cwd(), "package.json")).resolve("axe-core/axe.min.js")

/** Where pictures of the pages are put when somebody wants to look at them. */
const PICTURES = process.env.GW_SCREENSHOTS

/** How somebody looks at the admin. */
export interface Look {
  readonly width: 375 | 1280
  readonly theme: "light" | "dark"
  readonly language: "en" | "ro"
}

const LOOKS: readonly Look[] = [
  { width: 1280, theme: "light", language: "en" },
  { width: 1280, theme: "dark", language: "ro" },
  { width: 375, theme: "light", language: "ro" },
  { width: 375, theme: "dark", language: "en" },
]

/** Medusa's admin in a browser in which the administrator is logged in. */
export class Admin {
  private constructor(
    private readonly browser: Browser,
    private readonly context: BrowserContext
  ) {}

  static async open(): Promise<Admin> {
    const browser = await openBrowser()
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    await logIn(context)
    const admin = new Admin(browser, context)
    await admin.warmUp()
    return admin
  }

  /** Opens a page of the admin, such as `/settings/agentic-commerce`. Whatever the browser complains of fails `check`. */
  async page(path: string, look: Look = { width: 1280, theme: "light", language: "en" }): Promise<AdminPage> {
    const page = await this.context.newPage()
    const complaints: string[] = []
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`)
    })
    await page.setViewportSize({ width: look.width, height: 900 })
    await page.addInitScript(
      ([theme, language]) => {
        localStorage.setItem("medusa_admin_theme", String(theme))
        localStorage.setItem("lng", String(language))
        document.cookie = `lng=${String(language)};path=/`
      },
      [look.theme, look.language]
    )
    await page.goto(`${world().base_url}/app${path}`)
    return Object.assign(page, { complaints })
  }

  /**
   * Opens a page in each width, theme and language, and checks each. `ready` waits until it shows what it is for, in
   * whatever language; what it finds there must not depend on the order.
   */
  async checkEverywhere(
    name: string,
    path: string,
    ready: (page: Page, look: Look) => Promise<unknown>,
    ours = "main"
  ): Promise<void> {
    for (const look of LOOKS) {
      const page = await this.page(path, look)
      await ready(page, look)
      await check(page, `${name}-${look.width}-${look.theme}-${look.language}`, ours)
      await page.close()
    }
  }

  close(): Promise<void> {
    return this.browser.close()
  }

  /** The first page has to wait until the admin's sources are translated, and the browser may be told to begin anew. */
  private async warmUp(): Promise<void> {
    const page = await this.context.newPage()
    await page.goto(`${world().base_url}/app/settings/agentic-commerce`, { timeout: 150_000 })
    await page.getByRole("switch").first().waitFor({ timeout: 150_000 })
    await page.close()
  }
}

/** The rows of a page's lists: of tables, and the cards they are on a phone. */
export const rowsOf = (page: Page): Locator => page.locator("main :is(tbody tr, li:has(dl))")

/** A page, with what the browser has complained of. */
export type AdminPage = Page & { readonly complaints: readonly string[] }

/**
 * Nothing is wider than the page, the browser complains of nothing, and axe finds nothing serious in what is ours: on a page of
 * Medusa's own, what the selector `ours` finds. What is wrong is told of all pages of a test, and not of the first one only.
 */
export async function check(page: AdminPage, name: string, ours = "main"): Promise<void> {
  await page.evaluate(`(${stillness.toString()})()`)
  if (PICTURES) await takePicture(page, join(PICTURES, `${name}.png`))
  const wide = await page.evaluate(`(${overhang.toString()})(${JSON.stringify(ours)})`)
  expect.soft(wide, `${name}: pixels that stand out`).toBeLessThanOrEqual(0)
  expect.soft(await seriousFindings(page, ours), name).toEqual([])
  const complaints = ours === "main" ? page.complaints : page.complaints.filter((text) => !isOfMedusa(text))
  expect.soft(complaints, name).toEqual([])
}

/** Runs in the browser: until what fades or slides in is there, and not only half seen. What turns for ever is not waited for. */
async function stillness(): Promise<void> {
  const ends = ({ effect }: Animation) => Number.isFinite(Number(effect?.getComputedTiming().endTime))
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map(({ finished }) => finished)
  )
}

/** React warns of Medusa's own markup on Medusa's own pages; it tells the parts that something is in. */
const isOfMedusa = (complaint: string) =>
  complaint.startsWith("Warning: ") && !complaint.includes("/src/admin/")

/**
 * Runs in the browser: by how much something is wider than its place. A page of Medusa's own may be as wide as it likes, but
 * what is `ours` on it stays within the window; a dialog that is still sliding in does not. Tables scroll on a phone only.
 */
function overhang(ours: string): number {
  const isOurPage = ours === "main"
  const tables = innerWidth >= 1280 ? `, ${ours} :has(> table)` : ""
  const parts = document.querySelectorAll(
    (isOurPage ? "html, main, main > div, [role=dialog], [role=alertdialog]" : ours) + tables
  )
  const beyond = (part: Element) => (isOurPage ? 0 : part.getBoundingClientRect().right - innerWidth)
  const widest = [...parts].map((part) => Math.max(part.scrollWidth - part.clientWidth, beyond(part)))
  return Math.ceil(Math.max(...widest))
}

/** All of a page, also what has to be scrolled to. */
async function takePicture(page: Page, path: string): Promise<void> {
  const size = page.viewportSize()
  const height = await page.evaluate(() => document.querySelector("main")?.scrollHeight ?? 0)
  if (size) await page.setViewportSize({ ...size, height: Math.max(size.height, height + 60) })
  mkdirSync(dirname(path), { recursive: true })
  await page.screenshot({ path })
  if (size) await page.setViewportSize(size)
}

interface Finding {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

async function seriousFindings(page: Page, ours: string): Promise<string[]> {
  await page.addScriptTag({ path: AXE })
  const violations = (await page.evaluate(
    `axe.run(document.querySelector("[role=dialog], [role=alertdialog]") ?? document.querySelector(${JSON.stringify(ours)}))
       .then(({ violations }) => violations)`
  )) as Finding[]
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}

async function logIn({ request }: BrowserContext): Promise<void> {
  const { base_url } = world()
  const login = await request.post(`${base_url}/auth/user/emailpass`, {
    data: { email: ADMIN.email, password: ADMIN.password },
  })
  const { token } = (await login.json()) as { token: string }
  const session = await request.post(`${base_url}/auth/session`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(session.status()).toBe(200)
}
