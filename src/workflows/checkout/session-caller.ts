import type { MedusaContainer } from "@medusajs/framework/types"
import type { SessionOwner } from "../../modules/agent/models/session"

/** The caller of an operation on sessions. It can use only the sessions of `owner`. */
export interface SessionCaller {
  readonly container: MedusaContainer
  readonly owner: SessionOwner
  readonly request_id: string
  /** The IP address of the call. */
  readonly address: string
}
