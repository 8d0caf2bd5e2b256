import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest } from "../../domain/secrets"

interface Assertion {
  /** The name that the client signs as: its id, or the URL of its document. */
  readonly signer: string
  readonly jti: string
  /** The expiry time, in seconds since the epoch. */
  readonly ends: number
}

/** The signed assertions with which clients have authenticated. */
export class Assertions {
  constructor(private readonly knex: Knex) {}

  /** Whether the client uses this assertion for the first time, across all instances (RFC 7523 §3 rule 7). */
  async useOnce({ signer, jti, ends }: Assertion): Promise<boolean> {
    const { rowCount } = await this.knex.raw<{ rowCount: number }>(
      `insert into gw_oauth_assertion (signer, jti_hash, expires_at) values (?, ?, to_timestamp(?))
       on conflict do nothing`,
      [signer, digest(jti), ends]
    )
    return rowCount === 1
  }
}
