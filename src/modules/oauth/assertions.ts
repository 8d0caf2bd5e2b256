import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest } from "../../domain/secrets"

interface Assertion {
  readonly client_id: string
  readonly jti: string
  /** When it stops being believed, in seconds since the epoch. */
  readonly ends: number
}

/** The signed assertions clients have authenticated with. */
export class Assertions {
  constructor(private readonly knex: Knex) {}

  /** Whether this is the first time the client shows this assertion, on whatever instance (RFC 7523 §3 rule 7). */
  async useOnce({ client_id, jti, ends }: Assertion): Promise<boolean> {
    const { rowCount } = await this.knex.raw<{ rowCount: number }>(
      `insert into gw_oauth_assertion (client_id, jti_hash, expires_at) values (?, ?, to_timestamp(?))
       on conflict do nothing`,
      [client_id, digest(jti), ends]
    )
    return rowCount === 1
  }
}
