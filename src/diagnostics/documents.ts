import type { DocumentStatus } from "../domain/diagnostics"
import type { CheckContext } from "./check-context"

/** A discovery document, with the status that it has normally (`enabled`) and while its surface is disabled (`disabled`). */
interface Discovered {
  readonly path: string
  readonly enabled: number
  readonly disabled?: number
}

const forAll = (path: string): Discovered => ({ path, enabled: 200 })

const DOCUMENTS: Readonly<Record<string, Discovered>> = {
  agent_card: forAll("/.well-known/agent-card.json"),
  ucp_profile: forAll("/.well-known/ucp"),
  ucp_discovery: { ...forAll("/gw-ucp/v1/discovery"), disabled: 503 },
  // In ACP, a 404 means that the store is disabled.
  acp_discovery: { ...forAll("/.well-known/acp.json"), disabled: 404 },
  oauth_server: forAll("/.well-known/oauth-authorization-server"),
  protected_resource_a2a: forAll("/.well-known/oauth-protected-resource/gw-a2a/v1"),
  protected_resource_ucp: forAll("/.well-known/oauth-protected-resource/gw-ucp/v1"),
  protected_resource_acp: forAll("/.well-known/oauth-protected-resource/gw-acp/v1"),
  protected_resource_app: forAll("/.well-known/oauth-protected-resource/gw-app/v1"),
  // Requires a token.
  product_feed: { path: "/gw-ucp/v1/products/feed/manifest", enabled: 401, disabled: 503 },
}

/** Only a store with a bank serves its own keys for it. */
const BANK_DOCUMENTS: Readonly<Record<string, Discovered>> = { bank_keys: forAll("/gw-bank/v1/jwks.json") }

/** The status of each discovery document, requested now at `base_url`, in parallel. Never throws. */
export function documentsOf(context: CheckContext): Promise<DocumentStatus[]> {
  const documents = { ...DOCUMENTS, ...(context.options.bank && BANK_DOCUMENTS) }
  return Promise.all(Object.entries(documents).map(([id, document]) => statusOf(context, id, document)))
}

async function statusOf(
  { options, request }: CheckContext,
  id: string,
  { path, enabled, disabled }: Discovered
): Promise<DocumentStatus> {
  const url = options.base_url + path
  const started = performance.now()
  const status = await request(url).then(
    (answer) => answer.status,
    () => null
  )
  const ms = Math.round(performance.now() - started)
  const [ok, is_off] = [status === enabled, disabled !== undefined && status === disabled]
  return { id, url, status, ok, is_off, ms, needs_token: enabled === 401 }
}
