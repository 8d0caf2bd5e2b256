import { call, logIn, type Merchant, until } from "./store-api"

const ADMIN = "/admin/agentic-commerce"

interface TestRun {
  readonly state: "running" | "passed" | "failed"
  readonly steps: readonly { readonly id: string; readonly state: string; readonly message?: string }[]
}

/**
 * Allows the plugin's payment provider in a region and switches channels on, by the requests that the admin sends in steps 5
 * and 6 of docs/install.md.
 */
export async function openChannels(base_url: string, merchant: Merchant): Promise<void> {
  const token = await logIn(base_url, merchant)
  const region = {
    name: "Europe",
    currency_code: "eur",
    countries: ["es"],
    payment_providers: ["pp_gateway_bank"],
  }
  await call(`${base_url}/admin/regions`, { token, body: region })
  await call(`${base_url}${ADMIN}/settings`, { token, body: { a2a_enabled: true, ucp_enabled: true } })
}

/**
 * Runs the merchant's test of the store: a payment, its approval at the bank, its refund and a webhook. Throws with every
 * step that has not passed.
 */
export async function checkFirstPayment(base_url: string, merchant: Merchant): Promise<void> {
  const token = await logIn(base_url, merchant)
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
