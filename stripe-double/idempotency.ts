import { StripeError } from "./stripe-error"

/** A stored answer, which the same key receives again. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

interface Stored {
  readonly request: string
  readonly answer: Answer
}

const REUSED =
  "Keys for idempotent requests can only be used with the same parameters they were first used with."

/** The stored answer of each idempotency key. */
export class Idempotency {
  readonly stored = new Map<string, Stored>()

  /** Executes a request once per key. A key with another request is rejected. Without a key each call executes. */
  once(key: string | undefined, request: string, execute: () => Answer): Answer {
    const found = key ? this.stored.get(key) : undefined
    if (found && found.request !== request)
      throw new StripeError(400, { type: "idempotency_error", message: REUSED })
    const answer = found?.answer ?? execute()
    if (key) this.stored.set(key, { request, answer })
    return answer
  }
}
