import { readOptions, type Options } from "../../options"
import { startSimulator } from "../../simulator"
import { makeClient, startShop } from "./merchant"

/** A body that `POST /payments` accepts. */
export function paymentBody(reference: string, more: Record<string, unknown> = {}) {
  const return_url = "https://shop.example/return?state=a%20b"
  return {
    merchant_reference: reference,
    intent: "sale",
    amount: 15900,
    currency: "RON",
    return_url,
    ...more,
  }
}

/**
 * A simulator in this process with one registered merchant, on free ports and in memory unless `flags` say otherwise.
 */
export async function startWorld(flags: string[] = [], more: Partial<Options> = {}) {
  const shop = await startShop()
  const merchants = [shop.merchant, { ...shop.merchant, merchant_id: "mrc_other" }]
  const options = readOptions(["--port", "0", "--control-port", "0", "--memory", ...flags]) as Options
  const simulator = await startSimulator({ ...options, merchants, ...more })
  const { url, control_url } = simulator
  const call = makeClient(url, url, shop.key)
  const stop = async () => {
    await simulator.stop()
    await shop.stop()
  }
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(control_url + path, {
      method,
      body: body ? JSON.stringify(body) : undefined,
    })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  const create = async (reference: string, overrides: Record<string, unknown> = {}) => {
    const { json } = await call("POST", "/gwb/v1/payments", paymentBody(reference, overrides))
    return json as { id: string; next_action: { url: string } }
  }
  const read = async (id: string) =>
    (await call("GET", `/gwb/v1/payments/${id}`)).json as Record<string, unknown>
  const auto = async (pageUrl: string, body: unknown) => {
    const headers = { "Content-Type": "application/json" }
    const response = await fetch(`${pageUrl}/auto`, { method: "POST", headers, body: JSON.stringify(body) })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  const paid = async (
    reference: string,
    overrides: Record<string, unknown> = {},
    card = "4111111111111111"
  ) => {
    const { id, next_action } = await create(reference, overrides)
    await auto(next_action.url, { card, action: "approve" })
    return id
  }
  const eventTypes = async (id: string) => {
    const { json } = await call("GET", "/gwb/v1/events")
    const events = json.data as { type: string; payment?: { id: string }; token?: { id: string } }[]
    return events.filter(({ payment, token }) => (payment ?? token)?.id === id).map(({ type }) => type)
  }
  return { shop, simulator, url, call, control, create, read, auto, paid, eventTypes, stop }
}

/** Waits until `check` is true; fails after five seconds. */
export async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5000
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error("waited in vain")
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
