import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { clientAddress } from "../domain/networks"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"
import type { BrowserSession, Call } from "../gateway/call"
import { readBody } from "./body"
import { nameRequest } from "./name-request"
import { shutdown } from "./shutdown"

/**
 * Converts an Express request to a Call. Assigns the request id and sends it to the client. Nothing is taken from the
 * Host header.
 */
export async function callOf(req: MedusaRequest, res: MedusaResponse): Promise<Call> {
  let signal: AbortSignal | undefined
  const [path = "", query = ""] = req.originalUrl.split(/\?(.*)/s)
  const policy = req.scope.resolve<PolicyService>(POLICY_MODULE)
  return {
    container: req.scope,
    base_url: policy.options.base_url,
    request_id: nameRequest(req, res),
    method: req.method,
    path,
    params: req.params,
    query: new URLSearchParams(query),
    query_text: query,
    headers: req.headers,
    body: await readBody(req),
    ip: clientAddress(
      req.socket.remoteAddress ?? "",
      req.headers["x-forwarded-for"]?.toString(),
      policy.trusted_proxies
    ),
    is_proxied: policy.trusted_proxies.has(req.socket.remoteAddress ?? ""),
    get session() {
      return sessionOf(req)
    },
    get signal() {
      return (signal ??= goneSignal(res))
    },
  }
}

/** An explicit reason, because creating the default DOMException costs more than the rest of an abort. */
const GONE = "the caller is gone"

/**
 * Aborted when the response has ended, the client has disconnected or the process is stopping. Created on demand,
 * because only streams use it, and a signal for every request costs as much as parsing it.
 */
function goneSignal(res: MedusaResponse): AbortSignal {
  const gone = new AbortController()
  const abort = () => {
    shutdown.removeEventListener("abort", abort)
    gone.abort(GONE)
  }
  res.once("close", abort)
  shutdown.addEventListener("abort", abort)
  if (res.closed || shutdown.aborted) abort()
  return gone.signal
}

interface AuthContext {
  actor_id: string
  actor_type: string
  /** When the login's token was issued, in seconds since the epoch (RFC 7519 §4.1.6). */
  iat?: number
  mfa_enabled?: boolean
  mfa_challenge_completed_at?: string | null
}

interface StoredSession {
  readonly cookie: { readonly secure?: boolean | "auto" }
  auth_context?: AuthContext
}

function sessionOf(req: MedusaRequest): BrowserSession {
  const stored = () => (req as unknown as { session: StoredSession }).session
  return {
    get actor(): BrowserSession["actor"] {
      return actorIn(stored()?.auth_context)
    },
    get bearer(): BrowserSession["bearer"] {
      return actorIn((req as { auth_context?: AuthContext }).auth_context)
    },
    get is_kept(): boolean {
      return stored().cookie.secure !== true || req.secure
    },
  }
}

function actorIn(context: AuthContext | undefined): BrowserSession["actor"] {
  // Medusa stores a login with an incomplete MFA challenge, too, and rejects it on its protected routes.
  if (context?.mfa_enabled && !context.mfa_challenge_completed_at) return undefined
  const { actor_id: id, actor_type: type, iat } = context ?? {}
  if (!id || (type !== "user" && type !== "customer")) return undefined
  // Medusa has the second only. Its end counts, so that a login is never taken for an older one.
  return { type, id, logged_in_at: iat === undefined ? undefined : new Date(iat * 1000 + 999) }
}
