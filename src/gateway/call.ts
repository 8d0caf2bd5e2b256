import type { IncomingHttpHeaders } from "node:http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { CountedUsage } from "../domain/rate-limit"
import type { Admission, Bearer } from "../modules/policy/models/admission"
import type { DpopProof } from "../modules/oauth/dpop-proofs"
import type { SessionOwner } from "../modules/agent/models/session"
import type { SessionCaller } from "../workflows/checkout/session-caller"
import type { ProofFlaw } from "./dpop/verify-proof"

/** The caller that the access token authenticates. */
export type Caller = Bearer

interface Actor {
  readonly type: "user" | "customer"
  readonly id: string
}

/** A person who has logged in to Medusa. */
export interface LoggedInActor extends Actor {
  /** When, to the second: the time of the token that Medusa issued for the login. Undefined if it is not known. */
  readonly logged_in_at: Date | undefined
}

/** The store session of the person in the browser, by Medusa's session cookie. It is only read, never changed. */
export interface BrowserSession {
  readonly actor: LoggedInActor | undefined
  /** The actor of Medusa's own bearer token, on the routes that accept one. */
  readonly bearer: LoggedInActor | undefined
  /**
   * Whether the browser would keep a login to the store. False where Medusa's session cookie is for HTTPS only, as in production,
   * and the request seems to have come by HTTP: a proxy in front of the store does not send `X-Forwarded-Proto: https`.
   */
  readonly is_kept: boolean
}

/** The token of a call, and how it is sent. */
export interface Credential {
  readonly token: string
  /** The proof of a token that is sent with the scheme `DPoP`; null for `Bearer`. */
  readonly proof: DpopProof | ProofFlaw | null
}

/** One request, without Express types: everything that a surface can read of it. */
export interface Call {
  readonly container: MedusaContainer
  /** The store's configured public address without a trailing slash. Never taken from the Host header. */
  readonly base_url: string
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The query as it was sent, without its question mark. */
  readonly query_text: string
  readonly headers: IncomingHttpHeaders
  /** The raw body; null when it exceeds the size limit. */
  readonly body: Buffer | null
  /** The client's IP address: the socket's remote address, or what a trusted proxy there reports. */
  readonly ip: string
  readonly session: BrowserSession
  /** Aborted when the client disconnects, when the response has ended, and when the store stops. */
  readonly signal: AbortSignal
  /** The HTTP request that contained this call in an envelope; undefined where the call is the request itself. */
  readonly carrier?: Call
  /** Whether the connection comes from a trusted proxy, which decides what the Host header says. */
  readonly is_proxied: boolean
  /** The access token, and how it was sent; set together with `admission`, for operations that require one. */
  credential?: Credential | undefined
  /** The facts that the gates decide on; set by the first gate that reads them. */
  admission?: Admission
  /** Set by the authenticate gate. Undefined for a call without a token, where the merchant allows anonymous browsing. */
  caller?: Caller
  /** The usage of the caller's limits; set by the rate limit gate, also when it refuses the call. */
  usage?: CountedUsage
}

/** The authenticated caller. Throws before the authenticate gate has run, which is a programming error. */
export function callerOf(call: Call): Caller {
  if (!call.caller) throw new Error("no caller: the authenticate gate has not run")
  return call.caller
}

/** The owner of the sessions that a call may access: its client, and the customer if the token belongs to one. */
export function ownerOf(call: Call): SessionOwner {
  const { client_id, actor_type, actor_id } = callerOf(call)
  return { client_id, customer_id: actor_type === "customer" ? actor_id : null }
}

/** The owner as one string. Idempotency keys of different owners do not collide. */
export function ownerNameOf(call: Call): string {
  const { client_id, customer_id } = ownerOf(call)
  return customer_id ? `${client_id} ${customer_id}` : client_id
}

/** The caller of this call, for the operations on sessions. */
export function sessionCaller(call: Call): SessionCaller {
  return { container: call.container, owner: ownerOf(call), request_id: call.request_id, address: call.ip }
}
