import type { IncomingHttpHeaders } from "node:http"

/** A message as received. */
export interface Message {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
