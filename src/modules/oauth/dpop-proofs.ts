import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest } from "../../domain/secrets"

/** A proof that the sender of a request has a private key (RFC 9449), with a valid signature. */
export interface DpopProof {
  /** The thumbprint of the key (RFC 7638). */
  readonly jkt: string
  /** Its id, unique for the key. */
  readonly jti: string
  /** When it was made, in seconds since the epoch. */
  readonly iat: number
}

/** Why a proof is not accepted, as a sentence for the client's developer. */
const REFUSALS = {
  stale:
    "iat of the DPoP proof must be within 60 seconds of the store's time. Make a new proof, and check the clock.",
  used: "The DPoP proof was used before. Make a new one, with another jti, for each request.",
}

/** The DPoP proofs that clients have used. */
export class DpopProofs {
  constructor(private readonly knex: Knex) {}

  /**
   * Uses a proof, once across all instances, within 60 seconds of its `iat` by the database's clock. Returns why it is
   * refused, otherwise undefined. It is remembered for longer than it could be accepted again.
   */
  async use({ jkt, jti, iat }: DpopProof): Promise<string | undefined> {
    const { rows } = await this.knex.raw<{ rows: { is_recent: boolean; is_first: boolean }[] }>(USE, {
      hash: digest(JSON.stringify([jkt, jti])),
      iat,
    })
    const [row] = rows
    if (!row?.is_recent) return REFUSALS.stale
    return row.is_first ? undefined : REFUSALS.used
  }
}

const USE = `
  with proof as (
    select :hash::text as hash, abs(extract(epoch from now())::double precision - :iat::double precision) <= 60 as is_recent),
  used as (
    insert into gw_oauth_dpop_proof (hash, expires_at)
    select hash, now() + interval '3 minutes' from proof where is_recent
    on conflict do nothing returning hash)
  select is_recent, exists (select from used) as is_first from proof`
