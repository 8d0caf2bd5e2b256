import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import type { Browser, Page } from "playwright-core"
import { openBrowser, payWithCard } from "../integration-tests/support/browser"
import { connectAgent } from "./agent"
import { readAgentUrl } from "./agent/options"
import { createPayment } from "./agent/create-payment"
import { talkThrough } from "./agent/talk"
import { compiledScript } from "./compiled"
import { DemoFailure, describeFailure } from "./failure"
import { REPO_ROOT } from "./paths"
import { ADMIN } from "./shop/logins"

const USAGE = `Usage: npm run pictures [-- options]

Starts a new demo, takes the README's pictures of the merchant's admin and of a purchase from it, and writes them to
docs/images. Needs Chromium; CHROMIUM_PATH names one that is not in the usual place.

  --url URL     take them from the demo at this address instead
  --help        this text
`

const FOLDER = join(REPO_ROOT, "docs/images")
const TEST_CARD = "4111111111111111"

/** The first pages of the admin are compiled when they are opened for the first time. */
const FIRST_LOAD_MS = 120_000

/** The overview of the agents, with what needs the merchant's attention. */
async function takeAdmin(browser: Browser, baseUrl: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  await page.goto(`${baseUrl}/app/login`, { timeout: FIRST_LOAD_MS })
  await page.getByPlaceholder("Email").fill(ADMIN.email, { timeout: FIRST_LOAD_MS })
  await page.getByPlaceholder("Password").fill(ADMIN.password)
  await page.getByRole("button", { name: "Continue with Email" }).click()
  await page.waitForURL(/orders/, { timeout: FIRST_LOAD_MS })
  await page.goto(`${baseUrl}/app/agentic-commerce`)
  await page.getByText("is waiting for your approval").first().waitFor({ timeout: FIRST_LOAD_MS })
  await take(page, "admin")
}

/** What the customer sees when the bank has confirmed the payment that an agent began for them. */
async function takePurchase(browser: Browser, baseUrl: string): Promise<void> {
  const talk = talkThrough(() => undefined)
  const { rpc } = await connectAgent({ baseUrl, admin: ADMIN, log: () => undefined }, talk)
  const { sca_redirect_url } = await createPayment(rpc)
  const page = await browser.newPage({ viewport: { width: 420, height: 430 }, deviceScaleFactor: 2 })
  await page.goto(sca_redirect_url)
  await payWithCard(page, TEST_CARD)
  await page.getByLabel("Code").fill("123456")
  await page.getByRole("button", { name: "Approve" }).click()
  await page.getByRole("heading", { name: "Payment confirmed" }).waitFor()
  await take(page, "purchase")
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle")
  const path = join(FOLDER, `${name}.png`)
  await page.screenshot({ path })
  await page.close()
  console.log(path)
}

/** Starts a demo with a new database at the default address. Returns how to stop it, once its sample agent has run. */
async function startDemo(): Promise<() => Promise<void>> {
  const script = await compiledScript(join(__dirname, "main.ts"))
  const data = mkdtempSync(join(tmpdir(), "gw-pictures-"))
  const child = spawn(process.execPath, [script, "--data", data], { stdio: ["ignore", "pipe", "inherit"] })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  try {
    await waitUntilOpen(child.stdout)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

function waitUntilOpen(output: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    createInterface({ input: output })
      .on("line", (line) => line.startsWith("The shop stays open.") && resolve())
      .on("close", () => reject(new DemoFailure("The demo ended before its sample agent had run.")))
  })
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const baseUrl = readAgentUrl(args)
  if (!baseUrl) return console.log(USAGE)
  const stop = args.length > 0 ? undefined : await startDemo()
  try {
    await takePictures(baseUrl)
  } finally {
    await stop?.()
  }
}

async function takePictures(baseUrl: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const browser = await openBrowser()
  try {
    await takeAdmin(browser, baseUrl)
    await takePurchase(browser, baseUrl)
  } finally {
    await browser.close()
  }
}

main().catch((error: unknown) => {
  console.error(`\n${describeFailure(error)}`)
  process.exitCode = 1
})
