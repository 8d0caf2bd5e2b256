import { setTimeout as sleep } from "node:timers/promises"

interface Expected {
  readonly path: string
  readonly init?: RequestInit
  readonly status: number
  /** A text that the body must contain. */
  readonly text: string
}

const json = (body: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body,
})

const EXPECTED: readonly Expected[] = [
  { path: "/.well-known/agent-card.json", status: 200, text: "gw-a2a/v1/rpc" },
  { path: "/.well-known/ucp.json", status: 200, text: "gw-ucp/v1" },
  { path: "/.well-known/ucp/2026-08-25", status: 200, text: "gw-ucp/v1" },
  { path: "/.well-known/oauth-authorization-server", status: 200, text: "gw-ucp/oauth/v1/token" },
  { path: "/.well-known/oauth-protected-resource", status: 200, text: "authorization_servers" },
  { path: "/gw-a2a/v1/rpc", init: json("{}"), status: 503, text: "surface_disabled" },
  { path: "/gw-bank/v1/jwks.json", status: 200, text: `"P-256"` },
  { path: "/gw-bank/v1/ipn", init: json("{}"), status: 401, text: "signature_missing" },
]

/** Waits until the health check of the store succeeds. Throws after `seconds`. */
export async function untilHealthy(base_url: string, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    const response = await fetch(`${base_url}/health`).catch(() => undefined)
    if (response?.ok) return
    await sleep(250)
  }
  throw new Error(`The store was not healthy after ${seconds} seconds.`)
}

/** Checks the responses of a new installation. Throws one sentence with every wrong response. */
export async function checkAnswers(base_url: string): Promise<void> {
  const faults = await Promise.all(EXPECTED.map((expected) => faultIn(base_url, expected)))
  const found = faults.filter((fault) => fault !== undefined)
  if (found.length) throw new Error(`Wrong responses of the installed store: ${found.join("; ")}.`)
}

async function faultIn(
  base_url: string,
  { path, init, status, text }: Expected
): Promise<string | undefined> {
  const response = await fetch(base_url + path, init)
  const body = await response.text()
  if (response.status === status && body.includes(text)) return undefined
  return `${path} responded with ${response.status} ${body.slice(0, 300)}, expected ${status} with ${text}`
}
