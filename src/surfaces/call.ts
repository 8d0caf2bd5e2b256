import type { IncomingHttpHeaders } from "node:http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Flavor } from "../domain/scopes"

/** Who calls, as the bearer token proves it. */
export interface Caller {
  readonly client_id: string
  readonly client_name: string
  readonly flavor: Flavor
  readonly scopes: readonly string[]
  readonly grant_id: string
  readonly actor_type: "user" | "customer"
  readonly actor_id: string
}

/** The person in the browser: who is logged in to the store by its session cookie. */
export interface BrowserSession {
  readonly actor: { type: "user" | "customer"; id: string } | undefined
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
  readonly headers: IncomingHttpHeaders
  /** The raw body, or null when it was over the cap. */
  readonly body: Buffer | null
  /** The address of the socket's other end; a proxy's, where there is one. */
  readonly remote_address: string
  readonly session: BrowserSession
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
  /** Set by the authenticate gate. */
  caller?: Caller
}

/** The authenticated caller. Asking before the authenticate gate has run is a mistake of ours, not of the caller. */
export function callerOf(call: Call): Caller {
  if (!call.caller) throw new Error("no caller: the authenticate gate has not run")
  return call.caller
}
