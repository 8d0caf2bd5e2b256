import type { Clock } from "./clock"
import { BankError } from "./errors"
import type { Ledger } from "./ledger"
import type { Fact } from "./records"
import type { Reply } from "./reply"

/** The result of an operation: its response, and the facts to commit with it. */
export interface Outcome {
  status: number
  body: object
  facts: Fact[]
}

/** Ensures that each Idempotency-Key has one effect and, for seven days, one response. */
export class Idempotency {
  private readonly running = new Map<string, string>()

  constructor(
    private readonly ledger: Ledger,
    private readonly clock: Clock
  ) {}

  /**
   * Executes once per scope. The same digest again gets the first response byte for byte; another digest is refused
   * (422), and so is a call that is still running (409). A refused operation was not executed, so its key stays free.
   * `prepare` may be slow; `execute` works on the current data, and its facts are committed before anything else
   * happens.
   */
  async run(
    scope: string,
    digest: string,
    execute: () => Outcome,
    prepare: () => Promise<void> = async () => {}
  ): Promise<Reply> {
    const earlier = this.ledger.answer(scope, this.clock.milliseconds())
    const known = earlier?.digest ?? this.running.get(scope)
    if (known !== undefined && known !== digest)
      throw new BankError("idempotency_conflict", "This Idempotency-Key was used with another body.")
    if (earlier)
      return { status: earlier.status, text: earlier.body, headers: { "Idempotent-Replayed": "true" } }
    if (known !== undefined)
      throw new BankError("idempotency_in_flight", "The first call with this key is still running.", {
        retryAfter: 1,
      })
    this.running.set(scope, digest)
    try {
      await prepare()
      return this.store(scope, digest, execute())
    } finally {
      this.running.delete(scope)
    }
  }

  private store(scope: string, digest: string, { status, body, facts }: Outcome): Reply {
    const text = JSON.stringify(body)
    const answer = { scope, digest, status, body: text, at: this.clock.milliseconds() }
    this.ledger.commit([...facts, { kind: "answer", answer }])
    return { status, text }
  }
}
