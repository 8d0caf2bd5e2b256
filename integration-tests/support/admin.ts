import { mkdirSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { BrowserContext, Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { ADMIN } from "../../demo/shop/logins"
import { openBrowser } from "./browser"
import { world } from "./world"

const AXE = createRequire(join(process.cwd(), "package.json")).resolve("axe-core/axe.min.js")

/** The folder for screenshots of the pages; undefined takes none. */
const PICTURES = process.env.GW_SCREENSHOTS

/** Window width, theme and language of the admin. */
export interface Look {
  readonly width: 375 | 768 | 1280
  readonly theme: "light" | "dark"
  readonly language: "en" | "ro"
}

/** A page is loaded in the first look of each pair, and then changed to the second: it is loaded once at each width. */
const LOOKS: readonly (readonly [Look, Look])[] = [
  [
    { width: 1280, theme: "light", language: "en" },
    { width: 375, theme: "dark", language: "en" },
  ],
  [
    { width: 375, theme: "light", language: "ro" },
    { width: 1280, theme: "dark", language: "ro" },
  ],
]

/** How a page is checked in each look. */
interface Checking {
  /** Acts on the page, such as opening a dialog, each time that it is loaded. */
  readonly act?: (page: Page) => Promise<unknown>
  /** The selector of the part of Medusa's own page that counts; by default the whole page. */
  readonly ours?: string
}

/**
 * Medusa's pages of orders load the flag of an address from there, and the tests use no network. A route for it would
 * turn off the browser's cache, and every page would load and compile the admin's 10 MB again.
 */
const FLAGS = "https://cdn.jsdelivr.net/"

/** A page that reports an error again and again would fill the memory of the test. */
const MOST_COMPLAINTS = 50

/** The browsers of this process, by the address of their store. The spec files of a process share them. */
const opened = new Map<string, Promise<Admin>>()

/** A page that a tab shows for the first time takes longer than Playwright's 30 seconds on a busy machine. */
const LONGEST_WAIT_MS = 120_000

/** The events that tests listen to. Listeners of the page itself stay. */
const EVENTS_OF_TESTS = ["dialog", "download", "request"] as const

/** Medusa's admin in a browser with a logged-in administrator. */
export class Admin {
  private readonly idle: Tab[] = []
  private readonly used = new Set<Tab>()

  private constructor(private readonly context: BrowserContext) {}

  /** Close it at the end of a file, so that the next one of this process gets its tabs. */
  static open(): Promise<Admin> {
    const { base_url } = world()
    const admin = opened.get(base_url) ?? Admin.launch()
    opened.set(base_url, admin)
    return admin
  }

  private static async launch(): Promise<Admin> {
    const browser = await openBrowser()
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, timezoneId: "UTC" })
    context.setDefaultTimeout(LONGEST_WAIT_MS)
    await logIn(context)
    return new Admin(context)
  }

  /**
   * Opens a page of the admin, such as `/settings/agentic-commerce`. Errors in the browser's console make
   * `check` fail. Close it at the end of a test, so that the next one gets its tab.
   */
  async page(path: string, look: Look = { width: 1280, theme: "light", language: "en" }): Promise<AdminPage> {
    const page = await this.emptyPage()
    await show(page, path, look)
    return page
  }

  /**
   * Opens and checks a page in each look. `ready` waits until the page shows its content, in any language, and
   * must not depend on the order of the looks.
   */
  async checkEverywhere(
    name: string,
    path: string,
    ready: (page: Page, look: Look) => Promise<unknown>,
    { act, ours = "main" }: Checking = {}
  ): Promise<void> {
    const page = await this.emptyPage()
    for (const [loaded, resized] of LOOKS) {
      page.complaints.length = 0
      await show(page, path, loaded)
      await act?.(page)
      for (const look of [loaded, resized]) {
        if (look === resized) await changeLook(page, look)
        await ready(page, look)
        await check(page, `${name}-${look.width}-${look.theme}-${look.language}`, ours)
      }
    }
    await page.close()
  }

  /** A tab at an empty page of the store. A tab that has shown the admin before does not compile its 10 MB again. */
  private async emptyPage(): Promise<AdminPage> {
    const page = this.idle.pop() ?? (await this.newPage())
    this.used.add(page)
    page.complaints.length = 0
    return page
  }

  private async newPage(): Promise<Tab> {
    const page = await this.context.newPage()
    await page.goto(`${world().base_url}/health`)
    const complaints: string[] = []
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => {
      const { url } = message.location()
      const is_of_us = !url.startsWith(FLAGS) && !url.endsWith("/favicon.ico")
      if (message.type() === "error" && is_of_us && complaints.length < MOST_COMPLAINTS)
        complaints.push(`${message.text().slice(0, 2000)} ${url}`)
    })
    const closeTab = page.close.bind(page)
    const close = async () => {
      for (const event of EVENTS_OF_TESTS) page.removeAllListeners(event)
      await page.unrouteAll({ behavior: "ignoreErrors" })
      // Otherwise the admin's page would go on calling the store.
      await page.goto(`${world().base_url}/health`)
      await page.evaluate(() => sessionStorage.clear())
      this.used.delete(kept)
      this.idle.push(kept)
    }
    const kept: Tab = Object.assign(page, { complaints, close, closeTab })
    return kept
  }

  /** Closes the tabs that a failed test has left open. The browser ends with the process. */
  async close(): Promise<void> {
    await Promise.all([...this.used].map((tab) => tab.closeTab()))
    this.used.clear()
  }
}

/** The rows of a page's lists: table rows, or cards on a phone. */
export const rowsOf = (page: Page): Locator => page.locator("main :is(tbody tr, li:has(dl))")

/** Closes the open prompt by keyboard. Before the focus is in the prompt, the page does not react to Escape yet. */
export async function escapePrompt(page: Page): Promise<void> {
  const prompt = page.getByRole("alertdialog")
  await expect.poll(() => prompt.evaluate((shown) => shown.contains(document.activeElement))).toBe(true)
  await page.keyboard.press("Escape")
  await prompt.waitFor({ state: "detached" })
}

/** A page with the errors of the browser's console. Closing it keeps its tab for the next page. */
export type AdminPage = Page & { readonly complaints: string[] }

interface Tab extends AdminPage {
  closeTab(): Promise<void>
}

/** Opens a page of the admin in a look, in a tab that is at a page of the store. */
async function show(page: Page, path: string, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width, height: 900 })
  await page.evaluate(storeLook, look)
  await page.goto(`${world().base_url}/app${path}`)
}

/** Changes the window and the theme of a loaded page, as resizing the window and choosing Medusa's theme do. */
export async function changeLook(
  page: Page,
  { width, theme }: Pick<Look, "width" | "theme">,
  height = 900
): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(async (chosen) => {
    const { classList, style } = document.documentElement
    classList.remove("light", "dark")
    classList.add(chosen)
    style.colorScheme = chosen
    // React learns of the width in the next frame, and has rendered the page again in the one after it.
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
  }, theme)
}

/** Runs in the browser: stores the theme and the language that the admin reads when it loads. */
function storeLook({ theme, language }: Look): void {
  localStorage.setItem("medusa_admin_theme", theme)
  localStorage.setItem("lng", language)
  document.cookie = `lng=${language};path=/`
}

/** Without it, axe may see the colors of a button that is becoming enabled while the page is checked. */
const NO_TRANSITIONS = "*, ::before, ::after { transition: none !important }"

/**
 * Expects that nothing is wider than the page, that the browser reports no errors, and that axe finds nothing
 * serious. On Medusa's own pages only the part matched by the selector `ours` counts. Failures are collected
 * for all pages of a test.
 */
export async function check(page: AdminPage, name: string, ours = "main"): Promise<void> {
  await page.addStyleTag({ content: NO_TRANSITIONS })
  await page.evaluate(`(${stillness.toString()})()`)
  if (PICTURES) await takePicture(page, join(PICTURES, `${name}.png`))
  const wide = await page.evaluate(`(${overhang.toString()})(${JSON.stringify(ours)})`)
  expect.soft(wide, `${name}: pixels that stand out`).toBeLessThanOrEqual(0)
  expect.soft(await seriousFindings(page, ours), name).toEqual([])
  const complaints = ours === "main" ? page.complaints : page.complaints.filter((text) => !isOfMedusa(text))
  expect.soft(complaints, name).toEqual([])
}

/** Runs in the browser: waits until finite animations have ended. */
async function stillness(): Promise<void> {
  const ends = ({ effect }: Animation) => Number.isFinite(Number(effect?.getComputedTiming().endTime))
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map(({ finished }) => finished)
  )
}

/** Whether a React warning is about Medusa's own markup. A warning names the components that contain the markup. */
const isOfMedusa = (warning: string) => warning.startsWith("Warning: ") && !warning.includes("/src/admin/")

/**
 * Runs in the browser: the pixels by which something is wider than its container. A page of Medusa's own may be
 * wider, but its part `ours` must stay within the window; a dialog that is still sliding in may not. Tables may
 * scroll on a phone only.
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

/** A screenshot of the whole page, including the parts below the window. */
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
    `axe.run(
       document.querySelector("[role=dialog], [role=alertdialog]") ?? document.querySelector(${JSON.stringify(ours)}),
       { resultTypes: ["violations"] }
     ).then(({ violations }) => violations)`
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
