import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { problem } from "../../domain/errors"
import { heartbeat } from "../../lib/heartbeat"
import type { Claim, IdempotentRequest, StoredAnswer } from "./models/idempotency"

const LEASE_SECONDS = 15

interface Row extends IdempotentRequest {
  readonly subject: string
  readonly answer: StoredAnswer | null
}

/** Requests with an idempotency key. Each is executed once, however often it is sent, and its response is stored. */
export class Idempotency {
  constructor(private readonly knex: Knex) {}

  /**
   * Claims a request for execution. Returns `busy` while another process executes it; the claim of a crashed
   * process can be taken over. Throws `idempotency_conflict` if the key was used for another request.
   */
  async claim(request: IdempotentRequest, subject: string): Promise<Claim> {
    const { rows } = await this.knex.raw<{ rows: Pick<Row, "subject">[] }>(
      `insert into gw_idempotency as known (owner, operation, key, request_hash, subject, leased_until)
       values (:owner, :operation, :key, :request_hash, :subject, now() + make_interval(secs => :lease))
       on conflict (owner, operation, key) do update set leased_until = excluded.leased_until
        where known.answer is null and known.leased_until <= now() and known.request_hash = excluded.request_hash
       returning subject`,
      { ...request, subject, lease: LEASE_SECONDS }
    )
    if (rows[0]) return { state: "claimed", subject: rows[0].subject }
    const known = await this.named(request).first()
    if (known && known.request_hash !== request.request_hash) throw problem("idempotency_conflict")
    return known?.answer ? { state: "answered", answer: known.answer } : { state: "busy" }
  }

  /** Renews a claim while its request is executing. Call the returned function at the end. */
  renew(request: IdempotentRequest): () => void {
    const leased_until = this.knex.raw("now() + make_interval(secs => ?)", [LEASE_SECONDS])
    return heartbeat(this.knex, LEASE_SECONDS / 3, (db) =>
      this.named(request, db).whereNull("answer").update({ leased_until })
    )
  }

  async answer(request: IdempotentRequest, answer: StoredAnswer): Promise<void> {
    await this.named(request)
      .whereNull("answer")
      .update({ answer: JSON.stringify(answer) as unknown as StoredAnswer })
  }

  /** Releases a claim without a response, so that a retry can start immediately, with the same `subject`. */
  async release(request: IdempotentRequest): Promise<void> {
    await this.named(request).whereNull("answer").update({ leased_until: this.knex.fn.now() })
  }

  private named({ owner, operation, key }: IdempotentRequest, db = this.knex) {
    return db<Row & { leased_until: unknown }>("gw_idempotency").where({ owner, operation, key })
  }
}
