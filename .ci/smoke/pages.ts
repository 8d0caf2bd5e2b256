import type { Page } from "playwright-core"
import { openBrowser } from "../../integration-tests/support/browser"
import { command, type Place } from "./command"

const MERCHANT = { email: "merchant@example.com", password: "smoke-password" }

/** Pages of the admin, each with a heading that is visible only when the code of the page has run. */
const PAGES = {
  "/app/agentic-commerce": "Agentic Commerce",
  "/app/settings/agentic-commerce": "Agentic Commerce",
}

/** Opens the plugin's pages as the merchant of the running store. Throws when a page does not appear. */
export async function checkPages(base_url: string, place: Place): Promise<void> {
  await command(
    "npx",
    ["--no-install", "medusa", "user", "-e", MERCHANT.email, "-p", MERCHANT.password],
    place
  )
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(180_000) // Vite compiles the admin's sources at their first request.
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
