import type { Call } from "../../../gateway/call"
import type { Client } from "../../../modules/oauth/models/client"

/** An authorization request whose client and redirect URI are verified, so that errors may be sent there. */
export interface CheckedRequest {
  readonly parameters: URLSearchParams
  readonly client: Client
  readonly redirect_uri: string
  /** The address of the surface that the client is registered for. */
  readonly resource: string
  /** Whether the client pushed it (RFC 9126). */
  readonly is_pushed: boolean
  readonly call: Call
}

/** Returns, or throws the error for the client. */
export type Check = (request: CheckedRequest) => void | Promise<void>
