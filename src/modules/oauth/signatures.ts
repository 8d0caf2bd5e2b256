import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest } from "../../domain/secrets"
import type { Client } from "./models/client"

interface UsedSignature {
  readonly id: string
  /** The time after which it is no longer valid, in seconds since the epoch. */
  readonly ends: number
}

/** Signatures are remembered this much longer than they are valid, because the clocks of the servers differ. */
const MARGIN = 60

/** The signed requests (RFC 9421) of clients: who may sign for them, and which signatures are used. */
export class Signatures {
  constructor(private readonly knex: Knex) {}

  /**
   * Whether the client signs with this profile. The first profile that is asked for becomes the client's, unless staff
   * have set one. True for a client without a registration: the sandbox's.
   */
  async isOfClient(id: string, profile: string): Promise<boolean> {
    const known = await this.profileOf(id)
    if (known !== null) return known === undefined || known === profile
    const pinned = { ucp_profile: profile, updated_by: null }
    await this.knex("gw_oauth_client").where({ id, ucp_profile: null }).update(pinned)
    return (await this.profileOf(id)) === profile
  }

  /** Whether all of these signatures are used for the first time, across all instances. */
  async useOnce(signatures: readonly UsedSignature[]): Promise<boolean> {
    const rows = signatures.map(({ id, ends }) => ({ hash: digest(id), ends: ends + MARGIN }))
    const { rowCount } = await this.knex.raw<{ rowCount: number }>(
      `insert into gw_oauth_signature (hash, expires_at)
       select hash, to_timestamp(ends) from jsonb_to_recordset(?) as u (hash text, ends bigint) order by hash
       on conflict do nothing`,
      [JSON.stringify(rows)]
    )
    return rowCount === rows.length
  }

  private async profileOf(id: string): Promise<string | null | undefined> {
    const client = await this.knex<Client>("gw_oauth_client").where({ id }).first("ucp_profile")
    return client?.ucp_profile
  }
}
