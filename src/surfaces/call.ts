import type { IncomingHttpHeaders } from "node:http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Admission, Bearer } from "../modules/policy/models/admission"

/** Who calls, as the bearer token proves it. */
export type Caller = Bearer

interface Actor {
  readonly type: "user" | "customer"
  readonly id: string
}

/** The person in the browser: who is logged in to the store by its session cookie. */
export interface BrowserSession {
  readonly actor: Actor | undefined
  /** Who is logged in by Medusa's own bearer token instead, where such a token is read. */
  readonly bearer: Actor | undefined
  /**
   * Whether the browser would stay logged in. False where Medusa's session cookie is for HTTPS only, as in production, and
   * the request seems to have come by HTTP: a proxy in front of the store does not send `X-Forwarded-Proto: https`.
   */
  readonly is_kept: boolean
  /** Logs a person in as Medusa's own `POST /auth/session` does, with a fresh session id. */
  logIn(auth: {
    actor_id: string
    actor_type: string
    auth_identity_id: string
    app_metadata: object
  }): Promise<void>
}

/** One request, without Express: all a surface may know of it. */
export interface Call {
  readonly container: MedusaContainer
  /** The store's configured public address, without a trailing slash; never taken from the Host header. */
  readonly base_url: string
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The query as it was sent, without its question mark. */
  readonly query_text: string
  readonly headers: IncomingHttpHeaders
  /** The raw body, or null when it was over the cap. */
  readonly body: Buffer | null
  /** The caller's address: the socket's other end, or what a trusted proxy there says of its own. */
  readonly ip: string
  readonly session: BrowserSession
  /** Aborted when the caller goes away, when the answer has ended, and when the store stops. */
  readonly signal: AbortSignal
  /** What the gates decide on, once the first of them has asked for it. */
  admission?: Admission
  /** Set by the authenticate gate. */
  caller?: Caller
}

/** The authenticated caller. Asking before the authenticate gate has run is a mistake of ours, not of the caller. */
export function callerOf(call: Call): Caller {
  if (!call.caller) throw new Error("no caller: the authenticate gate has not run")
  return call.caller
}
