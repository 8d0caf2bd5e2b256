import type { CheckedOptions, GatewayOptions } from "../options"

/** The response to a request. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** When it arrived, in milliseconds of this machine's clock. */
  readonly received_at: number
}

/** The store that the checks run against, as seen from outside its process. */
export interface CheckContext {
  readonly env: NodeJS.ProcessEnv
  readonly checked: CheckedOptions
  /** Throws NotChecked when the options are not valid. */
  readonly options: GatewayOptions
  /** Queries the store's database. Throws NotChecked when it is not available. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /**
   * Requests a URL without following redirects, by POST if there is a message to send as JSON. Each request is made once.
   * Throws an error whose message is one sentence.
   */
  request(url: string, message?: object): Promise<Answer>
}

/** A check cannot run because of a fault that another check reports. */
export class NotChecked extends Error {
  override readonly name = "NotChecked"
}
