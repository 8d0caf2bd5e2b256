import type { Patient } from "./patient"

/** What tells agents of the store, with how its address answers now. */
export interface DocumentStatus {
  readonly id: string
  readonly url: string
  /** Null when nothing answers. */
  readonly status: number | null
  readonly ok: boolean
  readonly ms: number
  /** Whether it is for those with a token: without one it answers 401, or 503 while its surface is off. */
  readonly needs_token: boolean
}

const PUBLIC = {
  agent_card: "/.well-known/agent-card.json",
  ucp_profile: "/.well-known/ucp",
  ucp_discovery: "/gw-ucp/v1/discovery",
  oauth_server: "/.well-known/oauth-authorization-server",
  protected_resource_a2a: "/.well-known/oauth-protected-resource/gw-a2a/v1",
  protected_resource_ucp: "/.well-known/oauth-protected-resource/gw-ucp/v1",
  bank_keys: "/gw-bank/v1/jwks.json",
}

const FOR_TOKENS = { product_feed: "/gw-ucp/v1/products/feed/manifest" }

/** The addresses of the documents for discovery, each asked now, at `base_url` and beside the others. Never throws. */
export function documentsOf(patient: Patient): Promise<DocumentStatus[]> {
  return Promise.all([
    ...Object.entries(PUBLIC).map(([id, path]) => statusOf(patient, id, path, false)),
    ...Object.entries(FOR_TOKENS).map(([id, path]) => statusOf(patient, id, path, true)),
  ])
}

async function statusOf({ options, ask }: Patient, id: string, path: string, needs_token: boolean) {
  const url = options.base_url + path
  const begun = performance.now()
  const status = await ask(url).then(
    (answer) => answer.status,
    () => null
  )
  const ms = Math.round(performance.now() - begun)
  return { id, url, status, ok: status === (needs_token ? 401 : 200), ms, needs_token }
}
