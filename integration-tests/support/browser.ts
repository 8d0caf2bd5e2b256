import { existsSync } from "node:fs"
import { chromium, type Browser } from "playwright-core"

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

/** The system's Chromium; `CHROMIUM_PATH` names another. JavaScript is off in its pages: ours must do without. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? CHROMIUM.find(existsSync)
  if (!executablePath)
    throw new Error("no Chromium found: install Debian's package `chromium`, or set CHROMIUM_PATH")
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"],
  })
}

/** How a phone sees a page. */
export const PHONE = { viewport: { width: 375, height: 667 }, javaScriptEnabled: false } as const
