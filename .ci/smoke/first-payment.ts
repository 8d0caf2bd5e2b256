import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../../demo/ports"
import type { Merchant } from "./app"
import { type Place, type Running, start } from "./command"

const ADMIN = "/admin/agentic-commerce"
const TIMEOUT_SECONDS = 120

interface TestRun {
  readonly state: "running" | "passed" | "failed"
  readonly steps: readonly { readonly id: string; readonly state: string; readonly message?: string }[]
}

/**
 * Starts the installed bank simulator with the arguments of docs/install.md, at a free port for its control API. Resolves
 * when it responds at `api_url`.
 */
export async function startBank(api_url: string, base_url: string, place: Place): Promise<Running> {
  const merchant = {
    merchant_id: "mrc_demo",
    name: "My store",
    currencies: ["EUR", "USD"],
    ipn_url: `${base_url}/gw-bank/v1/ipn`,
    jwks_url: `${base_url}/gw-bank/v1/jwks.json`,
  }
  const ports = ["--port", new URL(api_url).port, "--control-port", String(await freePort())]
  const bank = start(
    "npx",
    ["--no-install", "gw-bank-simulator", "--merchant", JSON.stringify(merchant), ...ports],
    place
  )
  const responds = async () => (await fetch(`${api_url}/gwb/v1/jwks.json`).catch(() => undefined))?.ok
  await Promise.race([until("the bank simulator responds", responds), bank.ended])
  return bank
}

/**
 * Allows the plugin's payment provider in a region and switches channels on, as docs/install.md describes, and runs the
 * merchant's test of the store: a payment, its approval at the bank, its refund and a webhook. Throws with every step that
 * has not passed.
 */
export async function checkFirstPayment(base_url: string, merchant: Merchant): Promise<void> {
  const { token } = await call<{ token: string }>(`${base_url}/auth/user/emailpass`, { body: merchant })
  const region = {
    name: "Europe",
    currency_code: "eur",
    countries: ["es"],
    payment_providers: ["pp_gateway_bank"],
  }
  await call(`${base_url}/admin/regions`, { token, body: region })
  await call(`${base_url}${ADMIN}/settings`, { token, body: { a2a_enabled: true, ucp_enabled: true } })
  await call(`${base_url}${ADMIN}/test-run`, { token, body: {} })
  const run = await until("the test of the store ends", async () => {
    const { test_run } = await call<{ test_run: TestRun }>(`${base_url}${ADMIN}/test-run`, { token })
    return test_run.state === "running" ? undefined : test_run
  })
  const faults = run.steps.filter(({ state }) => state !== "passed")
  if (run.state === "passed" && !faults.length) return
  const shown = faults.map(({ id, state, message }) => `${id} ${state}: ${message ?? ""}`)
  throw new Error(`The test of the installed store ${run.state}: ${shown.join("; ")}`)
}

interface Sent {
  readonly token?: string
  readonly body?: object
}

async function call<T = unknown>(url: string, { token, body }: Sent): Promise<T> {
  const response = await fetch(url, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} responded with ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}

/** The first value of `look` that is neither undefined nor false. Throws after two minutes. */
async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + TIMEOUT_SECONDS * 1000
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await sleep(250)
  }
  throw new Error(`After ${TIMEOUT_SECONDS} seconds it is not true that ${what}.`)
}
