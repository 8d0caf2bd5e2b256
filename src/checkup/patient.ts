import type { CheckedOptions, GatewayOptions } from "../options"

/** What an address has answered to a GET. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** When it came, in milliseconds of this machine's clock. */
  readonly received_at: number
}

/** The store that is examined, as far as it can be looked at from outside of its process. */
export interface Patient {
  readonly env: NodeJS.ProcessEnv
  readonly checked: CheckedOptions
  /** Throws NotChecked when they are not valid. */
  readonly options: GatewayOptions
  /** Rows of the store's database. Throws NotChecked when it cannot be asked. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Gets an address without following redirects; the same one is asked once. Throws one sentence. */
  ask(url: string): Promise<Answer>
}

/** Why a check has nothing to look at: another one tells what is wrong. */
export class NotChecked extends Error {
  override readonly name = "NotChecked"
}
