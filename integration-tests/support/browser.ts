import { existsSync } from "node:fs"
import { chromium, type Browser, type Page } from "playwright-core"

/** Chromium without windows comes first: with it, the browser tests take half the time. */
const CHROMIUM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
]

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-background-networking",
  // Without threads of its own, V8 uses a fifth less CPU time for a page of the admin: most of what it would optimize in
  // them runs once.
  "--js-flags=--single-threaded",
]

/** The system's Chromium, or the one at `CHROMIUM_PATH`. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? CHROMIUM.find(existsSync)
  if (!executablePath)
    throw new Error(
      "no Chromium found: install Debian's package `chromium-headless-shell`, or set CHROMIUM_PATH"
    )
  return chromium.launch({ executablePath, args: ARGUMENTS })
}

/** A phone's window without JavaScript: the gateway's pages must work without it. */
export const PHONE = { viewport: { width: 375, height: 667 }, javaScriptEnabled: false } as const

/** Enters a card on the bank's page. */
export async function payWithCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number)
  await page.getByLabel("Expiry").fill("12/34")
  await page.getByLabel("Security code").fill("123")
  await page.getByRole("button", { name: "Continue" }).click()
}
