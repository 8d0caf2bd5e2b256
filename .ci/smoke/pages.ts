import type { Page } from "playwright-core"
import { openBrowser } from "../../integration-tests/support/browser"
import type { Merchant } from "./store-api"

/** Pages of the admin, each with a heading that is visible only when the code of the page has run. */
const PAGES = {
  "/app/agentic-commerce": "Agentic Commerce",
  "/app/settings/agentic-commerce": "Agentic Commerce",
}

/** Opens the plugin's pages as the merchant of the running store. Throws when a page does not appear. */
export async function checkPages(base_url: string, merchant: Merchant): Promise<void> {
  const browser = await openBrowser()
  try {
    // Chromium does not read NODE_EXTRA_CA_CERTS, with which Node.js trusts the certificate of the tests.
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    page.setDefaultTimeout(180_000) // Vite compiles the admin's sources at their first request.
    await logIn(page, base_url, merchant)
    for (const [path, heading] of Object.entries(PAGES)) {
      await page.goto(base_url + path)
      await page.getByRole("heading", { level: 1, name: heading }).waitFor()
    }
  } finally {
    await browser.close()
  }
}

async function logIn(page: Page, base_url: string, { email, password }: Merchant): Promise<void> {
  await page.goto(`${base_url}/app/login`)
  await page.locator("input[name=email]").fill(email)
  await page.locator("input[name=password]").fill(password)
  await page.locator("button[type=submit]").click()
  await page.waitForURL((url) => !url.pathname.endsWith("/login"))
}
