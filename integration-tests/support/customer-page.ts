import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { BrowserContext, Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { seriousFindings } from "./axe"
import { overflows } from "./readability"
import { STOREFRONT_PAGES } from "./store-keys"

/** The folder for screenshots of the pages; undefined takes none. */
const PICTURES = process.env.GW_SCREENSHOTS

/** The windows of a phone, a tablet and a desktop. */
export const WINDOWS = [
  { width: 375, height: 667 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18" fill="#d97706"/></svg>'

/** Answers the requests for the store's logo, whose server does not exist. */
export async function serveLogo(context: BrowserContext): Promise<void> {
  await context.route(STOREFRONT_PAGES.logo_url, (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: LOGO })
  )
}

/** The errors that the browser reports about a page, from now on. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
  page.on("pageerror", ({ message }) => errors.push(message))
  return errors
}

/**
 * Checks a page in the window of a phone, a tablet and a desktop, each in the light and the dark theme: nothing is wider
 * than the window, axe finds nothing serious, and the primary action is in the window without scrolling. Failures are
 * collected for all looks.
 */
export async function checkLooks(page: Page, name: string, primary: Locator): Promise<void> {
  await primary.waitFor()
  for (const size of WINDOWS)
    for (const colorScheme of ["light", "dark"] as const) {
      const look = `${name} at ${size.width} pixels, ${colorScheme}`
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      if (PICTURES) await takePicture(page, `${name}-${size.width}-${colorScheme}`)
      expect.soft(await overflows(page), look).toBe(false)
      expect.soft(await seriousFindings(page), look).toEqual([])
      expect.soft(await isInWindow(primary), `${look}: the primary action is in the window`).toBe(true)
    }
}

async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(String(PICTURES), { recursive: true })
  await page.screenshot({ path: join(String(PICTURES), `${name}.png`) })
}

/** Whether an element is shown completely without scrolling. */
export const isInWindow = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
  })
