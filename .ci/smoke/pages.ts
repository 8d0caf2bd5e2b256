import type { Page } from "playwright-core"
import { openBrowser } from "../../integration-tests/support/browser"
import { command, type Place } from "./command"

const MERCHANT = { email: "merchant@example.com", password: "smoke-password" }

/** A page of the admin, and a heading that only shows when its own code has run. */
const PAGES = {
  "/app/agentic-commerce": "Agentic Commerce",
  "/app/settings/agentic-commerce": "Agentic Commerce",
}

/** Opens the installed plugin's pages as the merchant of the store that runs. Throws when one does not show. */
export async function checkPages(base_url: string, place: Place): Promise<void> {
  await command(
    "npx",
    ["--no-install", "medusa", "user", "-e", MERCHANT.email, "-p", MERCHANT.password],
    place
  )
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(180_000) // the admin's sources are translated when they are asked for first
    await logIn(page, base_url)
    for (const [path, heading] of Object.entries(PAGES)) {
      await page.goto(base_url + path)
      await page.getByRole("heading", { level: 1, name: heading }).waitFor()
    }
  } finally {
    await browser.close()
  }
}

async function logIn(page: Page, base_url: string): Promise<void> {
  await page.goto(`${base_url}/app/login`)
  await page.locator("input[name=email]").fill(MERCHANT.email)
  await page.locator("input[name=password]").fill(MERCHANT.password)
  await page.locator("button[type=submit]").click()
  await page.waitForURL((url) => !url.pathname.endsWith("/login"))
}
